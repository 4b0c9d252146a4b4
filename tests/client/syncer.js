// Sabaki's own engine syncer, game tree and reader of analyses, without its window, drive
// Hishi: through trees of drawn records it is brought to one position after another, its
// board is compared with Sabaki's, and it analyses, is interrupted and makes moves.  Where
// Sabaki's source cannot be had (see source.js) that is said, and nothing is tried.
//
//     node syncer.js HISHI [SEED]      exits with 0 when all went as it should

const assert = require('assert')
const {fromDimensions} = require('@sabaki/go-board')
const {stringifyVertex} = require('@sabaki/sgf')
const {loadSabaki, release} = require('./source')

const PATIENCE_MS = 60000
const TREES = 34
const POSITIONS = 9 // of each tree
const PLACE = 'build/client/syncer'
const INTERVAL = '5' // centiseconds
const SIZES = [[9, 9], [19, 19], [13, 13], [16, 9], [7, 9], [25, 25], [8, 11]]
const KOMI = [0, 0.5, 6.5, -3.5, 7, 375]

let sabaki // its modules
let syncer
let seed = Number(process.argv[3] || 1)
const sent = [] // names of commands
const counts = {positions: 0, updates: 0, interrupted: 0, moves: 0}

const wait = ms => new Promise(resolve => setTimeout(resolve, ms))

function draw(n) {
  seed = (seed * 1103515245 + 12345) % 2147483648
  return Math.floor(seed / 65536) % n
}

/* ------------------------------------------------------------ records */

function points([width, height]) {
  const all = []
  for (let x = 0; x < width; x++) for (let y = 0; y < height; y++) all.push([x, y])
  return all
}

// Some empty points of a board, all of them different.
function drawEmpty(board, n) {
  const empty = points([board.width, board.height]).filter(v => !board.get(v))
  const drawn = []
  while (drawn.length < n && empty.length > n)
    drawn.push(stringifyVertex(empty.splice(draw(empty.length), 1)[0]))
  return drawn
}

// What stands at the root: nothing, a handicap, or stones of both colours.
function drawRoot(board) {
  const kind = draw(4)
  if (kind === 1) {
    const stones = board.getHandicapPlacement(2 + draw(8)).map(stringifyVertex)
    return stones.length > 1 ? {HA: [`${stones.length}`], AB: stones} : {}
  }
  if (kind > 1) return {}
  const stones = drawEmpty(board, 2 + draw(12))
  return {AB: stones.slice(1), AW: stones.slice(0, 1)}
}

function drawMove(board, sign) {
  for (let tries = 0; tries < 60; tries++) {
    const vertex = [draw(board.width), draw(board.height)]
    const {overwrite, ko, suicide} = board.analyzeMove(sign, vertex)
    if (!overwrite && !ko && !suicide) return stringifyVertex(vertex)
  }
  return ''
}

// A move, now and then a pass, or stones set up in the middle of the game.
function drawNode(board, sign) {
  const color = sign > 0 ? 'B' : 'W'
  if (!draw(25)) return {[`A${color}`]: drawEmpty(board, 1)}
  return {[color]: [draw(15) ? drawMove(board, sign) : '']}
}

function drawTree() {
  const size = SIZES[draw(SIZES.length)]
  const komi = KOMI[draw(KOMI.length)]
  let tree = sabaki.gametree.new()
  const change = mutate => (tree = tree.mutate(mutate))
  const set = data =>
    change(draft => {
      for (const key in data) draft.updateProperty(draft.root.id, key, data[key])
    })
  set({SZ: [size.join(':')], KM: [`${komi}`], ...drawRoot(fromDimensions(...size))})
  const ids = [tree.root.id]
  let sign = tree.root.data.HA ? -1 : 1
  for (let i = 10 + draw(60); i > 0; i--) {
    const parent = ids[draw(12) ? ids.length - 1 : draw(ids.length)] // or a variation
    const data = drawNode(sabaki.gametree.getBoard(tree, parent), sign)
    change(draft => ids.push(draft.appendNode(parent, data, {disableMerging: true})))
    if (draw(20)) sign = -sign
  }
  return {tree, ids, komi}
}

/* ------------------------------------------------------------ what must be true */

async function ask(name, ...args) {
  const {error, content} = await syncer.queueCommand({name, args})
  assert(!error, `${name} ${args.join(' ')}: ${content}`)
  return content
}

// The rows of showboard as Sabaki keeps a board: 1, 0, -1.
function readBoard(text, width) {
  const rows = text.split('\n').filter(line => /^ *\d+[ (]/.test(line))
  return rows.map(row =>
    [...row.replace(/^ *\d+|[() ]/g, '').slice(0, width)].map(c => ({X: 1, O: -1})[c] || 0))
}

async function comparePosition(board, komi) {
  const shown = await ask('showboard')
  assert.deepStrictEqual(readBoard(shown, board.width), board.signMap, shown)
  assert.strictEqual(Number(await ask('get_komi')), komi)
  counts.positions++
}

// Each line as Sabaki has read it: moves that can be played, best first.
function checkAnalysis({sign, variations, winrate, scoreLead}, board) {
  for (const {vertex, visits, winrate, scoreLead, moves} of variations) {
    const where = JSON.stringify({vertex, visits, winrate, scoreLead})
    assert(board.has(vertex) && board.get(vertex) === 0, where)
    assert(!board.analyzeMove(sign, vertex).suicide, where)
    assert(Number.isInteger(visits) && visits > 0, where)
    assert(winrate >= 0 && winrate <= 100, where)
    assert(scoreLead === null || Math.abs(scoreLead) <= board.width * board.height + 376, where)
    assert.deepStrictEqual(moves[0], vertex, where)
    assert(moves.every(v => board.has(v)), where)
  }
  const visits = variations.map(v => v.visits)
  assert.deepStrictEqual(visits, [...visits].sort((a, b) => b - a))
  assert(Number.isFinite(winrate) && (scoreLead === null || !Number.isNaN(winrate)))
  counts.updates++
}

/* ------------------------------------------------------------ analysing */

// An analysis that goes on until something else is asked; its answer is empty.
function analyse(name, ...args) {
  const answer = syncer.queueCommand({name, args: [...args]})
  answer.then(({error, content}) => assert(!error, content)).catch(giveUp)
}

// The next COUNT updates, each looked at.
function updates(count, board) {
  return new Promise((resolve, reject) => {
    const seen = []
    const hear = () => {
      if (!syncer.analysis) return
      try {
        checkAnalysis(syncer.analysis, board)
      } catch (error) {
        return reject(error)
      }
      if (seen.push(syncer.analysis) < count) return
      syncer.removeListener('analysis-update', hear)
      resolve(seen)
    }
    syncer.on('analysis-update', hear)
  })
}

// Nothing more may be heard of an analysis that has been stopped.
async function comesToRest(ms) {
  const heard = []
  const hear = () => syncer.analysis && heard.push(syncer.analysis)
  syncer.on('analysis-update', hear)
  await wait(ms)
  syncer.removeListener('analysis-update', hear)
  assert.strictEqual(heard.length, 0, 'a stopped analysis goes on')
  assert(!syncer.busy)
}

/* ------------------------------------------------------------ sessions */

async function goTo(tree, id, komi) {
  await syncer.sync(tree, id)
  assert.strictEqual(syncer.treePosition, id)
  assert.strictEqual(syncer.analysis, null)
  const board = sabaki.gametree.getBoard(tree, id)
  await comparePosition(board, komi)
  return board
}

// Analysed and let be; or interrupted at once, by whatever comes next.
async function tryAnalysis(board) {
  const hasRoom = board.signMap.flat().filter(sign => !sign).length > board.width
  analyse(['kata-analyze', 'lz-analyze'][draw(2)], 'BW'[draw(2)], INTERVAL)
  if (draw(2) && hasRoom) return updates(1 + draw(2), board)
  counts.interrupted++
  await wait(draw(4) * draw(4))
}

async function makeMove(board) {
  const before = syncer.state.history.length
  const said = await ask('kata-genmove_analyze', 'BW'[draw(2)], '50')
  const [, vertex] = said.match(/(?:^|\n)play ([A-Z]\d+|pass|resign)$/)
  const [x, y] = board.parseVertex(vertex)
  assert(vertex.length > 3 || board.get([x, y]) === 0, vertex)
  assert.strictEqual(syncer.state.history.length - before, vertex === 'resign' ? 0 : 1)
  counts.moves++
}

// Through drawn trees, from one drawn position to another.
async function wander() {
  for (let i = 0; i < TREES; i++) {
    const {tree, ids, komi} = drawTree()
    for (let k = 0; k < POSITIONS; k++) {
      const board = await goTo(tree, ids[draw(ids.length)], komi)
      const what = draw(10)
      if (what < 2) await tryAnalysis(board)
      else if (what === 2 && board.width * board.height < 200) await makeMove(board)
    }
  }
}

// A line of play with a branch, gone through as by somebody who looks at a game: on, back,
// into the branch, each time interrupting the analysis of the position before.
async function lookThrough() {
  let tree = sabaki.gametree.new()
  const ids = [tree.root.id]
  const add = (parent, data) =>
    (tree = tree.mutate(draft => ids.push(draft.appendNode(parent, data))))
  for (const [i, move] of ['pd', 'dp', 'pp', 'dd', '', 'qn'].entries())
    add(ids[i], {['BW'[i % 2]]: [move]})
  add(ids[4], {B: ['fq']})
  let earlier = 0
  for (const i of [0, 1, 2, 3, 4, 5, 6, 5, 4, 7, 4, 3, 0, 6]) {
    sent.length = 0
    const board = await goTo(tree, ids[i], 0)
    if (i === earlier - 1) assert(sent.includes('undo') && !sent.includes('clear_board'))
    analyse('kata-analyze', 'BW'[i % 2], INTERVAL)
    await updates(2, board)
    earlier = i
  }
}

// Moves that Hishi makes are where Sabaki then puts them: nothing is sent again.
async function playTogether() {
  let tree = sabaki.gametree.new()
  let id = tree.root.id
  tree = tree.mutate(draft => draft.updateProperty(id, 'SZ', ['9']))
  for (let i = 0; i < 6; i++) {
    const board = await goTo(tree, id, 0)
    const color = 'BW'[i % 2]
    await makeMoveOf(color)
    const [, vertex] = syncer.state.history[i].args
    const data = {[color]: [stringifyVertex(board.parseVertex(vertex))]}
    tree = tree.mutate(draft => (id = draft.appendNode(id, data)))
    sent.length = 0
    await goTo(tree, id, 0)
    assert(!sent.includes('play') && !sent.includes('clear_board'), sent.join(' '))
  }
}

async function makeMoveOf(color) {
  const said = await ask('kata-genmove_analyze', color, '50')
  assert.match(said, /(^|\n)play [A-J]\d$/)
  counts.moves++
}

// Whose winrate it is: a board full of Black's stones is good for him who is asked for.
async function checkPerspective() {
  let tree = sabaki.gametree.new()
  const stones = ['cc', 'gc', 'cg', 'gg', 'ee', 'ce', 'ec', 'ge', 'eg']
  tree = tree.mutate(draft => {
    draft.updateProperty(draft.root.id, 'SZ', ['9'])
    draft.updateProperty(draft.root.id, 'AB', stones)
  })
  for (const name of ['kata-analyze', 'lz-analyze'])
    for (const [color, isGood] of [['B', true], ['W', false]]) {
      const board = await goTo(tree, tree.root.id, 0)
      analyse(name, color, INTERVAL)
      const {winrate, scoreLead} = (await updates(3, board)).pop()
      assert.strictEqual(winrate > 50, isGood, `${name} ${color}: ${winrate}`)
      if (name[0] === 'k') assert.strictEqual(scoreLead > 0, isGood, `${scoreLead}`)
    }
}

// Owners come when they are asked for, and then only.
async function checkOwnership() {
  const lines = []
  syncer.controller.once('command-sent', ({subscribe}) => subscribe(e => lines.push(e.line)))
  const answer = syncer.controller.sendCommand({name: 'kata-analyze',
    args: ['B', INTERVAL, 'ownership', 'true']})
  while (lines.length < 4) await wait(5)
  await syncer.sendAbort()
  await answer
  const owners = lines.filter(l => l.startsWith('info ')).map(l => l.split(' ownership ')[1])
  assert(owners.length > 1)
  for (const list of owners.map(o => o.trim().split(' ').map(Number))) {
    assert.strictEqual(list.length, 81)
    assert(list.every(owner => owner >= -1 && owner <= 1))
  }
}

// By commands typed into Sabaki's console: a move, and taking it back.
async function interruptByHand() {
  const tree = sabaki.gametree.new()
  const board = await goTo(tree, tree.root.id, 0)
  for (const [name, ...args] of [['play', 'B', 'Q16'], ['undo']]) {
    analyse('kata-analyze', 'W', INTERVAL)
    await updates(1, board)
    await ask(name, ...args)
    syncer.analysis = null
    await comesToRest(150)
    assert.strictEqual(syncer.state.history.length, name === 'play' ? 1 : 0)
  }
  await goTo(tree, tree.root.id, 0)
}

/* ------------------------------------------------------------ the whole */

async function main() {
  sabaki = await loadSabaki(PLACE, ['enginesyncer', 'gametree'])
  if (sabaki.why) {
    console.log(`client: Sabaki's syncer is passed over: ${sabaki.why} (see tests/README.md)`)
    process.exit(0)
  }
  const args = 'gtp --no-book --seed 1 --set search.playouts=60 --set resign_below=0'
  syncer = new sabaki.enginesyncer.default({path: process.argv[2], args, commands: ';komi 6.5;'})
  syncer.controller.on('command-sent', ({command}) => sent.push(command.name))
  syncer.start()
  while (!syncer.commands.length) await wait(5)
  assert(syncer.commands.includes('kata-analyze'))

  await wander()
  await lookThrough()
  await playTogether()
  await checkPerspective()
  await checkOwnership()
  await interruptByHand()

  const ended = new Promise(resolve => syncer.controller.process.once('exit', resolve))
  await syncer.stop()
  assert.strictEqual(await ended, 0)
  const {positions, updates: seen, interrupted, moves} = counts
  console.log(`client: Sabaki ${release}'s syncer and analysis are content (${positions} ` +
    `positions, ${seen} updates, ${interrupted} interrupted, ${moves} moves)`)
  process.exit(0)
}

function giveUp(reason) {
  console.error(`client: ${reason.stack || reason}`)
  if (syncer && syncer.controller.process) syncer.controller.process.kill('SIGKILL')
  process.exit(1)
}

setTimeout(() => giveUp(`no end after ${PATIENCE_MS} ms`), PATIENCE_MS)
process.on('uncaughtException', giveUp)
main().catch(giveUp)
