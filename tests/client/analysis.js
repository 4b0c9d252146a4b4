// A board that analyses as Sabaki does, on Sabaki's own GTP library: it syncs by Sabaki's
// state tracker, asks for the first of the analyses that Sabaki knows, stops it with
// protocol_version before every other command, and reads its lines by Sabaki's rules
// (which stand in src/modules/analysis.js of the program; the reader here is ours).
//
//     node analysis.js HISHI      exits with 0 when all went as it should

const assert = require('assert')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

const PATIENCE_MS = 120000
const INTERVAL = '10' // centiseconds

const controller = new Controller(process.argv[2], ['gtp', '--seed', '1', '--set',
  'search.playouts=300'])
const tracker = new ControllerStateTracker(controller)
const play = (color, vertex) => ({name: 'play', args: [color, vertex]})

let commands
let updates = [] // the variations of each line since the last command
let waiting = null
let begun = () => {} // called when an analysis has been asked for

/* ------------------------------------------------------------ reading */

// Segments begin with `info'; the moves stand at the end of each, after `pv', and before
// them words in pairs.  A segment whose end is no move is lost.
function readVariations(line, isFloat) {
  return line
    .split(/\s*info\s+/)
    .slice(1)
    .map(segment => {
      const words = segment.trim().split(' ')
      let first = words.length
      while (first > 0 && /^(pass|[A-Z]\d+)$/.test(words[first - 1])) first--
      if (first === words.length || words[first - 1] !== 'pv') return null
      const fields = {}
      for (let i = 0; i + 1 < first; i += 2) fields[words[i]] = words[i + 1]
      return {
        move: fields.move,
        visits: +fields.visits,
        winrate: isFloat ? +fields.winrate * 100 : +fields.winrate / 100,
        scoreLead: +fields.scoreLead,
        pv: words.slice(first)
      }
    })
    .filter(variation => variation && variation.move !== 'pass')
}

function checkVariations(variations, [width, height]) {
  const columns = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'.slice(0, width)
  const isThere = v => columns.includes(v[0]) && +v.slice(1) <= height
  for (const {move, visits, winrate, scoreLead, pv} of variations) {
    assert(isThere(move), move)
    assert(visits > 0 && winrate >= 0 && winrate <= 100, JSON.stringify(variations[0]))
    assert(Math.abs(scoreLead) <= width * height + 10)
    assert.strictEqual(pv[0], move)
    assert(pv.every(v => v === 'pass' || isThere(v)), pv.join(' '))
  }
  const visits = variations.map(v => v.visits)
  assert.deepStrictEqual(visits, [...visits].sort((a, b) => b - a))
}

controller.on('command-sent', ({command, subscribe}) => {
  if (!/analyze$/.test(command.name)) return
  updates = []
  begun()
  subscribe(({line}) => {
    if (!line.startsWith('info ')) return
    const variations = readVariations(line, command.name.startsWith('kata'))
    const segments = line.split('info move ').length - 1
    const passes = line.split('info move pass ').length - 1
    assert.strictEqual(variations.length, segments - passes, line)
    checkVariations(variations, tracker.state.boardsize || [19, 19])
    updates.push(variations)
    if (waiting && updates.length >= waiting.count) waiting.resolve(updates)
  })
})

/* ------------------------------------------------------------ asking */

const lines = count =>
  new Promise(resolve => (waiting = {count, resolve})).then(all => {
    waiting = null
    return all
  })

// Whatever is asked stops an analysis first.
function ask(name, ...args) {
  if (controller.busy) controller.sendCommand({name: 'protocol_version'})
  return tracker.queueCommand({name, args}).then(({error, content}) => {
    assert(!error, `${name} ${args.join(' ')}: ${content}`)
    return content
  })
}

function sync(state) {
  if (controller.busy) controller.sendCommand({name: 'protocol_version'})
  return tracker.sync(state)
}

const first = names => names.find(name => commands.includes(name))

// COUNT lines of an analysis for COLOR, which goes on.
async function analyse(color, count) {
  const name = first(['analyze', 'kata-analyze', 'lz-analyze'])
  ask(name, color, INTERVAL).catch(giveUp)
  return lines(count)
}

/* ------------------------------------------------------------ the session */

async function main() {
  controller.start()
  commands = (await ask('list_commands')).split('\n')
  assert.strictEqual(first(['analyze', 'kata-analyze', 'lz-analyze']), 'kata-analyze')

  // From position to position, as somebody who goes through a game.
  const moves = ['D4', 'Q16', 'Q4', 'D16', 'K10', 'pass', 'R14'].map((v, i) =>
    play('BW'[i % 2], v)
  )
  let seen = 0
  for (const length of [0, 1, 2, 5, 7, 6, 3, 4]) {
    await sync({komi: 7.5, boardsize: [19, 19], history: moves.slice(0, length)})
    const all = await analyse('BW'[length % 2], 2)
    assert(all[1][0].visits >= all[0][0].visits)
    seen += all.length
  }

  // Interrupted before there is anything to see, again and again.
  for (let i = 0; i < 20; i++) {
    const sent = new Promise(resolve => (begun = resolve))
    ask('kata-analyze', 'B', INTERVAL).catch(giveUp)
    await sent
    await sync({history: moves.slice(0, i % 3)})
  }

  // Moves that are shown while they are thought about; then on with the analysis.
  await sync({boardsize: [9, 9], history: []})
  const genmove = first(['genmove_analyze', 'kata-genmove_analyze', 'lz-genmove_analyze'])
  for (let i = 0; i < 6; i++) {
    const content = await ask(genmove, 'BW'[i % 2], INTERVAL)
    assert.match(content, /(^|\n)play [A-J][1-9]$/)
    assert(updates.length > 0)
    await analyse('WB'[i % 2], 1)
  }
  await ask('undo')
  assert.strictEqual(tracker.state.history.length, 5)

  // The other dialect says the same.
  ask('lz-analyze', 'W', INTERVAL).catch(giveUp)
  const [[best]] = await lines(1)
  assert(best.winrate > 0 && best.winrate < 100)

  const ended = new Promise(resolve => controller.process.once('exit', resolve))
  await controller.stop()
  assert.strictEqual(await ended, 0)
  console.log(`client: live analysis by Sabaki's rules is read (${seen} lines looked at)`)
  process.exit(0)
}

function giveUp(reason) {
  console.error(`client: ${reason.stack || reason}`)
  if (controller.process) controller.process.kill('SIGKILL')
  process.exit(1)
}

setTimeout(() => giveUp(`no end after ${PATIENCE_MS} ms`), PATIENCE_MS)
process.on('uncaughtException', giveUp)
main().catch(giveUp)
