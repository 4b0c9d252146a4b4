// GoGui's menu: its entries are read by GoGui's rules, and each is run on an empty board, in
// the middle of a game and at its end, on a small board and a large one.  What comes back
// must be what GoGui draws for the entry's type; where GoGui would pass over a word that it
// does not know, we do not.
//
//     node gogui.js HISHI      exits with 0 when all went as it should

const assert = require('assert')
const {Engine} = require('./engine')

const SIZES = [9, 19]
const LONGEST_GAME = 500
const COLUMNS = 'ABCDEFGHJKLMNOPQRST'
const COLORS = ['blue', 'cyan', 'green', 'gray', 'magenta', 'pink', 'red', 'yellow',
  'black', 'white']
const TYPES = ['bwboard', 'cboard', 'dboard', 'eplist', 'gfx', 'hstring', 'hpstring', 'none',
  'param', 'plist', 'pspairs', 'pstring', 'string', 'sboard', 'var', 'varb', 'varc', 'varp',
  'varpo', 'varw']

const engine = new Engine(process.argv[2],
  ['gtp', '--seed', '1', '--set', 'search.playouts=100', '--set', 'resign_below=0'])
const counts = {entries: 0, answers: 0, refused: 0}

/* ------------------------------------------------------------ the menu */

// Three to five fields; a line that is none would cost GoGui the whole menu, and of two
// entries with one label it shows the first only.
function readMenu(text) {
  const entries = text.split('\n').map(line => {
    const fields = line.split('/')
    assert(fields.length >= 3 && fields.length <= 5, line)
    const [type, label, command] = fields
    assert(TYPES.includes(type), line)
    assert.match(command, /^[a-z_-]+( [^%]*(%[cmpPsorwf])?)*$/, line)
    return {type, label, command}
  })
  assert.strictEqual(new Set(entries.map(({label}) => label)).size, entries.length)
  return entries
}

// What somebody at the board would fill in.
const STRINGS = {'kgs-rules': ['japanese', 'chinese'], 'hishi-search': ['0.1']}

function fillIn({command}, position) {
  const name = command.split(' ')[0]
  const mover = position.toMove
  const whole = command.replace(/%m|%c/, mover)
  const each = (mark, values) => values.map(value => whole.replace(mark, value))
  if (whole.includes('%p')) return each('%p', position.somePoints())
  if (whole.includes('%s')) return each('%s', STRINGS[name])
  assert(!whole.includes('%'), command)
  return [whole]
}

/* ------------------------------------------------------------ a position */

class Position {
  constructor(size, name, board) {
    Object.assign(this, {size, name})
    const rows = board.split('\n').filter(line => /^ *\d+[ (]/.test(line))
    this.stones = new Map()
    rows.forEach((row, i) =>
      [...row.replace(/^ *\d+|\d+ *$|[ ()]/g, '')].forEach((sign, x) =>
        this.stones.set(COLUMNS[x] + (size - i), sign === 'X' ? 'b' : sign === 'O' ? 'w' : '')
      )
    )
    assert.strictEqual(this.stones.size, size * size, board)
    this.toMove = / black to move/.test(board) ? 'b' : 'w'
  }

  has(point) {
    return this.stones.has(point)
  }

  occupied() {
    return [...this.stones].filter(([, color]) => color).map(([point]) => point)
  }

  // Two where one may play, and, if there is any, one where one may not.
  somePoints() {
    const free = [...this.stones].filter(([, color]) => !color).map(([point]) => point)
    return [free[Math.floor(free.length / 3)], free[free.length - 1],
      ...this.occupied().slice(0, 1)]
  }
}

async function positionNow(size, name) {
  return new Position(size, name, await engine.ask('showboard'))
}

// Moves by memory alone, which is quick; GoGui's entries are asked of the search.
async function playOn(count) {
  await engine.ask('gogui-param evaluator memory')
  for (let i = 0, passes = 0; i < count && passes < 2; i++) {
    const {toMove} = await positionNow(size, '')
    const move = await engine.ask(`genmove ${toMove}`)
    passes = move === 'pass' ? passes + 1 : 0
    assert(i < LONGEST_GAME - 1, 'no end')
  }
  await engine.ask('gogui-param evaluator search')
}
let size

/* ------------------------------------------------------------ reading answers */

// GoGui splits at blanks, and a text in quotes is one word.
const words = line => (line.match(/"[^"]*"|\S+/g) || []).map(w => w.replace(/"/g, ''))

function checkPoints(points, position, distinct = true) {
  points.forEach(point => assert(position.has(point) || /^pass$/i.test(point), point))
  if (distinct) assert.strictEqual(new Set(points).size, points.length, points.join(' '))
}

function checkPairs(list, position, isValue) {
  assert(list.length % 2 === 0, list.join(' '))
  checkPoints(list.filter((_, i) => i % 2 === 0), position)
  list.filter((_, i) => i % 2).forEach(value => assert(isValue(value), value))
}

const isShare = text => /^-?\d+(\.\d+)?$/.test(text) && Math.abs(+text) <= 1
const isColor = text => COLORS.includes(text) || /^#[0-9a-f]{6}$/i.test(text)
const isLabel = text => text.length <= 3 // as many as GoGui has room for; none is one too

function checkVariation([...list], position) {
  assert(list.length % 2 === 0, list.join(' '))
  list.forEach((word, i) => i % 2 || assert.match(word, /^[bw]$/i))
  const points = list.filter((_, i) => i % 2)
  checkPoints(points, position, false)
  assert(!position.stones.get(points[0]), `${points[0]} is taken`)
}

const graphics = {
  BLACK: checkPoints, WHITE: checkPoints, CIRCLE: checkPoints, MARK: checkPoints,
  SQUARE: checkPoints, TRIANGLE: checkPoints,
  COLOR: ([color, ...points], position) => {
    assert(isColor(color), color)
    checkPoints(points, position)
  },
  INFLUENCE: (list, position) => checkPairs(list, position, isShare),
  LABEL: (list, position) => checkPairs(list, position, isLabel),
  VAR: checkVariation,
  TEXT: list => assert(list.length > 0),
  CLEAR: list => assert(list.length === 0)
}

function checkBoard(text, position, isWord) {
  const rows = text.split('\n').map(words)
  assert.deepStrictEqual(rows.map(row => row.length), Array(position.size).fill(position.size))
  rows.flat().forEach(word => assert(isWord(word), word))
}

// Several lines open a window that is as wide as the longest; one is for the status bar.
// A table is as wide as it is.
const WIDEST = 120

function checkText(text) {
  const lines = text.split('\n')
  assert(text.trim(), 'nothing is said')
  if (lines.length > 1) lines.forEach(line => assert(line.length <= WIDEST, line))
}

// GoGui has fifteen to a column; more than two columns are wider than the board.  A value
// that is set to what it is must be taken.
async function checkParameters(text, position, name) {
  assert(text.split('\n').length <= 30, `${name}: too many for a window`)
  for (const line of text.split('\n')) {
    const [, kind = 'string', key, value] = line.match(/^(?:\[([^\]]*)\] )?(\S+) ?(.*)$/)
    if (kind === 'bool') assert.match(value, /^[01]$/, line)
    else if (kind !== 'string') {
      assert.match(kind, /^list\//)
      assert(kind.split('/').slice(1).includes(value), line)
    }
    await engine.ask(`${name} ${key} ${value}`)
  }
}

const checks = {
  none: text => assert.strictEqual(text, ''),
  string: checkText,
  param: checkParameters,
  plist: (text, position) => checkPoints(words(text), position),
  dboard: (text, position) => checkBoard(text, position, isShare),
  var: (text, position) => {
    checkPoints(words(text), position, false)
    assert(!position.stones.get(words(text)[0]), text)
  },
  gfx: (text, position) =>
    text.split('\n').filter(line => line).forEach(line => {
      const [verb, ...rest] = words(line)
      assert(graphics[verb], line)
      graphics[verb](rest, position)
    })
}

/* ------------------------------------------------------------ all of it */

async function run(entry, command, position) {
  const answer = await engine.ask(command).catch(({message}) => {
    assert(/%p/.test(entry.command), message)
    assert.match(message, /(occupied|a stone|suicide|ko)/)
    counts.refused++
  })
  if (answer === undefined) return
  assert(!/[\0-\t\v-\x1f\x7f\xa0]|\n\n/.test(answer), answer)
  await checks[entry.type](answer, position, command)
  counts.answers++
}

async function tryAll(entries, position) {
  for (const entry of entries)
    for (const command of fillIn(entry, position))
      await run(entry, command, position).catch(cause => {
        throw new Error(`${command}: ${position.name}, ${position.size}`, {cause})
      })
}

// Dead, alive and in seki: each stone is one of them.
async function checkStatus(position) {
  const all = []
  for (const status of ['dead', 'alive', 'seki'])
    all.push(...words(await engine.ask(`final_status_list ${status}`)))
  assert.deepStrictEqual(all.sort(), position.occupied().sort())
}

async function main() {
  const entries = readMenu(await engine.ask('gogui-analyze_commands'))
  const known = (await engine.ask('list_commands')).split('\n')
  entries.forEach(({command}) => assert(known.includes(command.split(' ')[0]), command))
  counts.entries = entries.length
  for (size of SIZES) {
    await engine.ask(`boardsize ${size}`)
    await engine.ask('clear_board')
    for (const [name, moves] of [['empty', 0], ['middle', size * 3], ['end', LONGEST_GAME]]) {
      await playOn(moves)
      const position = await positionNow(size, name)
      await tryAll(entries, position)
      await checkStatus(position)
    }
  }
  await engine.ask('quit')
  assert.strictEqual(await engine.ended, 0)
  console.log(`client: GoGui can draw its menu (${counts.entries} entries, ` +
    `${counts.answers} answers, ${counts.refused} about taken points refused)`)
  process.exit(0)
}

function giveUp(reason) {
  console.error('client:', reason)
  engine.kill()
  process.exit(1)
}

setTimeout(() => giveUp('no end after 170 s'), 170000)
process.on('uncaughtException', giveUp)
main().catch(giveUp)
