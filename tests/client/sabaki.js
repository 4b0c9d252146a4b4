// Sabaki's own GTP library attaches Hishi as Sabaki does, plays a handicap game
// to its end, takes moves back, changes sizes, and leaves.
//
//     node sabaki.js HISHI      exits with 0 when all went as it should

const assert = require('assert')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

const PATIENCE_MS = 120000
const LONGEST_GAME = 600

const controller = new Controller(process.argv[2], ['gtp', '--seed', '1', '--time', '0.05'])
const tracker = new ControllerStateTracker(controller)

async function ask(name, ...args) {
  const response = await tracker.queueCommand({name, args: args.map(String)})
  assert(!response.error, `${name} ${args.join(' ')}: ${response.content}`)
  return response.content
}

const play = (color, vertex) => ({name: 'play', args: [color, vertex]})
const isOnBoard = (vertex, width, height) =>
  vertex[0] <= 'ABCDEFGHJKLMNOPQRSTUVWXYZ'[width - 1] && Number(vertex.slice(1)) <= height

// What Sabaki asks when an engine is attached, without waiting in between.
async function attach() {
  const names = ['name', 'version', 'protocol_version', 'list_commands']
  const [name, version, protocol, commands] = await Promise.all(
    names.map(name => ask(name))
  )
  assert.strictEqual(name, 'Hishi')
  assert.match(version, /^\d+\.\d+$/)
  assert.strictEqual(protocol, '2')
  assert(commands.split('\n').includes('genmove'))
  for (const command of ['undo', 'set_free_handicap', 'rectangular_boardsize'])
    assert(await tracker.knowsCommand(command), command)
}

// Both sides are Hishi; White begins after the handicap.
async function playToTheEnd() {
  const handicap = {name: 'set_free_handicap', args: ['C3', 'G7']}
  await tracker.sync({komi: 0.5, boardsize: [9, 9], history: [handicap]})
  let passes = 0
  let moves = 0
  for (; passes < 2 && moves < LONGEST_GAME; moves++) {
    const vertex = await ask('genmove', moves % 2 ? 'B' : 'W')
    if (vertex === 'resign') break
    passes = vertex === 'pass' ? passes + 1 : 0
    assert(vertex === 'pass' || isOnBoard(vertex, 9, 9), vertex)
  }
  assert(moves < LONGEST_GAME)
  const score = await ask('final_score')
  assert.match(score, /^([BW]\+\d+(\.\d+)?|0)$/)
  return `${moves} moves, ${score}`
}

// Sabaki goes back by `undo', and replays everything where that is shorter.
async function goBackAndForth() {
  const moves = ['D4', 'Q16', 'Q4', 'D16', 'K10', 'pass', 'R14'].map((v, i) =>
    play('BW'[i % 2], v)
  )
  await tracker.sync({komi: 7.5, boardsize: [19, 19], history: moves})
  let undos = 0
  controller.on('command-sent', ({command}) => (undos += command.name === 'undo'))
  for (const length of [5, 7, 6, 2, 7, 0, 4])
    await tracker.sync({history: moves.slice(0, length)})
  assert(undos > 0, 'nothing was taken back')
  const board = (await ask('showboard')).split('\n').filter(l => /^ *(4|16) /.test(l))
  assert.match(board[0], /X|O/)
  const {error} = await tracker.queueCommand(play('B', 'D4'))
  assert(error, 'D4 was played twice')
}

async function tryAllSizes() {
  for (const [width, height] of [[9, 9], [13, 13], [19, 19], [25, 25], [13, 9], [2, 5]]) {
    await tracker.sync({boardsize: [width, height], history: []})
    const vertex = await ask('genmove', 'B')
    assert(vertex === 'pass' || isOnBoard(vertex, width, height), vertex)
  }
}

// Leaving must not need Sabaki's SIGTERM after three seconds.
async function leave() {
  const ended = new Promise(resolve => controller.process.once('exit', resolve))
  await controller.stop()
  assert.strictEqual(await ended, 0)
}

async function main() {
  controller.start()
  await attach()
  const game = await playToTheEnd()
  await goBackAndForth()
  await tryAllSizes()
  await leave()
  console.log(`client: Sabaki's library is content (${game})`)
  process.exit(0)
}

function giveUp(reason) {
  console.error(`client: ${reason}`)
  if (controller.process) controller.process.kill('SIGKILL')
  process.exit(1)
}

setTimeout(() => giveUp(`no end after ${PATIENCE_MS} ms`), PATIENCE_MS)
main().catch(error => giveUp(error.stack))
