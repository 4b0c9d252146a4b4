// A computer go server and two of its clients, all of them small and in this process: the
// dialogue between server and client is that of CGOS (protocol, username, password, setup,
// play, genmove, gameover), and the one between client and engine is what its Python client
// was measured to say.  One client loses its connection in the middle of each game, is set
// up again with the moves so far, and replays them.
//
//     node cgos.js HISHI      exits with 0 when all went as it should

const assert = require('assert')
const net = require('net')
const {Engine} = require('./engine')

const SIZE = 9
const KOMI = 7
const MAIN_MS = 300000
const GAMES = 2
const LONGEST_GAME = 300
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+'

/* ------------------------------------------------------------ lines */

class Line {
  constructor(socket, onLine, onEnd) {
    this.socket = socket
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', data => {
      text += data
      for (let end; (end = text.indexOf('\n')) >= 0; ) {
        const line = text.slice(0, end).trim()
        text = text.slice(end + 1)
        if (line) onLine(line)
      }
    })
    socket.on('error', () => {})
    socket.on('close', onEnd)
  }

  say(text) {
    this.socket.write(text + '\n')
  }
}

/* ------------------------------------------------------------ the client */

// As the Python client: what the engine has decides what it is asked.
class Client {
  constructor(name, port, args, counts) {
    this.name = name
    this.port = port
    this.counts = counts
    this.engine = new Engine(process.argv[2], args)
    this.todo = Promise.resolve()
  }

  async start() {
    this.commands = (await this.engine.ask('list_commands')).split('\n')
    for (const name of ['boardsize', 'clear_board', 'komi', 'play', 'genmove', 'quit'])
      assert(this.commands.includes(name), name)
    this.has = name => this.commands.includes(name)
    this.genmove = ['cgos-genmove_analyze', 'kata-genmove_analyze', 'lz-genmove_analyze',
      'genmove'].find(this.has)
    assert.strictEqual(this.genmove, 'cgos-genmove_analyze')
    this.connect()
  }

  connect() {
    this.line = new Line(
      net.connect(this.port, '127.0.0.1'),
      line => (this.todo = this.todo.then(() => this.obey(line)).catch(giveUp)),
      () => this.counts.over || this.connect()
    )
  }

  async obey(line) {
    const [word, ...args] = line.split(' ')
    if (word === 'protocol') this.line.say('e1 cgos-test genmove_analyze')
    else if (word === 'username') this.line.say(this.name)
    else if (word === 'password') this.line.say('secret')
    else if (word === 'setup') await this.setUp(args)
    else if (word === 'play') await this.engine.ask(`play ${args[0]} ${args[1]}`)
    else if (word === 'genmove') this.line.say(await this.think(args))
    else if (word === 'gameover') await this.end(args)
    else throw new Error(`the server says '${line}'`)
  }

  // setup GAME SIZE KOMI LEVEL WHITE BLACK [MOVE TIME...]
  async setUp([, size, komi, level, white, black, ...moves]) {
    const other = this.name === white ? black : white
    await this.engine.ask(`boardsize ${size}`)
    await this.engine.ask(`komi ${komi}`)
    if (this.has('time_left') && this.has('time_settings'))
      await this.engine.ask(`time_settings ${level / 1000} 0 0`)
    if (this.has('cgos-opponent_name'))
      await this.engine.ask(`cgos-opponent_name ${other}`)
    await this.engine.ask('clear_board')
    for (let i = 0; 2 * i < moves.length; i++)
      await this.engine.ask(`play ${'bw'[i % 2]} ${moves[2 * i].toLowerCase()}`)
    if (moves.length) this.counts.replays++
  }

  async think([color, left]) {
    await this.engine.ask(`time_left ${color} ${Math.floor(left / 1000)} 0`)
    const lines = (await this.engine.ask(`${this.genmove} ${color}`)).split('\n')
    const play = lines.find(line => line.startsWith('play '))
    assert(play && lines.length === 2, lines.join('|'))
    return `${play.slice(5).toLowerCase()} ${lines[0]}`
  }

  async end(args) {
    if (this.has('cgos-gameover'))
      await this.engine.ask(`cgos-gameover ${args[1]}`)
    this.line.say('ready')
  }

  async quit() {
    await this.todo
    await this.engine.ask('quit')
    this.line.socket.destroy()
    assert.strictEqual(await this.engine.ended, 0)
  }
}

/* ------------------------------------------------------------ the server */

// What a viewer reads of the analysis: numbers in their range, moves on the board.
function checkAnalysis(text) {
  const said = JSON.parse(text)
  assert(said.winrate >= 0 && said.winrate <= 1 && Number.isFinite(said.score), text)
  assert(said.visits > 0 && said.moves.length > 0, text)
  for (const {move, winrate, score, prior, visits, pv} of said.moves) {
    assert.match(move, /^([A-HJ][1-9]|pass)$/)
    assert(winrate >= 0 && winrate <= 1 && prior >= 0 && prior <= 1 && visits > 0, text)
    assert(Number.isFinite(score))
    for (const next of pv.split(' ').filter(v => v))
      assert.match(next, /^([A-HJ][1-9]|pass)$/)
  }
  assert.strictEqual(said.ownership.length, SIZE * SIZE)
  assert([...said.ownership].every(digit => DIGITS.includes(digit)))
}

class Server {
  constructor(counts, finish) {
    this.counts = counts
    this.finish = finish
    this.players = new Map()
    this.game = null
    this.server = net.createServer(socket => this.greet(socket))
  }

  greet(socket) {
    const player = {name: null, step: 0}
    player.line = new Line(socket, line => this.hear(player, line), () => {})
    player.line.say('protocol')
  }

  // Three questions, then a game.
  hear(player, line) {
    if (player.step === 0) player.line.say('username')
    else if (player.step === 1) {
      player.name = line
      player.line.say('password')
    } else if (player.step === 2) {
      assert.strictEqual(line, 'secret')
      this.counts.logins++
      this.players.set(player.name, player)
      this.begin(player)
    } else if (line === 'ready') this.begin(player)
    else this.moved(player, line)
    player.step++
  }

  // A game when both are there; or, for one who comes back, the game so far.
  begin(player) {
    if (this.game) return this.restore(player)
    player.ready = true
    const both = [...this.players.values()].filter(({ready}) => ready)
    if (both.length < 2) return
    if (this.counts.games === GAMES) return this.finish()
    both.forEach(one => (one.ready = false))
    if (this.counts.games % 2) both.reverse()
    this.game = {names: both.map(({name}) => name), moves: [], left: [MAIN_MS, MAIN_MS]}
    both.forEach(one => this.setUp(one))
    this.ask()
  }

  setUp(player) {
    const {names: [black, white], moves} = this.game
    const past = moves.map(move => ` ${move} ${MAIN_MS}`).join('')
    player.line.say(`setup 7 ${SIZE} ${KOMI} ${MAIN_MS} ${white} ${black}${past}`)
  }

  restore(player) {
    this.setUp(player)
    if (this.player().name === player.name) this.ask()
  }

  turn() {
    return this.game.moves.length % 2
  }

  player() {
    return this.players.get(this.game.names[this.turn()])
  }

  ask() {
    this.game.asked = Date.now()
    this.player().line.say(`genmove ${'bw'[this.turn()]} ${this.game.left[this.turn()]}`)
  }

  moved(player, line) {
    const {game} = this
    if (!game || player !== this.player()) return
    const [move, ...analysis] = line.split(' ')
    assert.match(move, /^([a-hj][1-9]|pass|resign)$/)
    checkAnalysis(analysis.join(' '))
    this.counts.analyses++
    game.left[this.turn()] -= Date.now() - game.asked
    assert(game.left[this.turn()] > 0, 'lost on time')
    const color = 'bw'[this.turn()]
    game.moves.push(move)
    const [before] = game.moves.slice(-2)
    if (move === 'resign') this.end(`${color === 'b' ? 'W' : 'B'}+Resign`)
    else if (move === 'pass' && before === 'pass' && game.moves.length > 1) this.end('W+0')
    else this.goOn(color, move)
  }

  goOn(color, move) {
    assert(this.game.moves.length < LONGEST_GAME)
    const next = this.player()
    if (this.game.moves.length === 9) {
      this.players.delete(next.name) // it will come back
      next.line.socket.destroy()
      return
    }
    next.line.say(`play ${color} ${move} ${this.game.left[1 - this.turn()]}`)
    this.ask()
  }

  end(result) {
    this.counts.games++
    this.counts.moves += this.game.moves.length
    const both = this.game.names.map(name => this.players.get(name))
    this.game = null
    both.forEach(({line}) => line.say(`gameover 2026-11-20 ${result}`))
  }
}

/* ------------------------------------------------------------ all of it */

const counts = {games: 0, moves: 0, logins: 0, replays: 0, analyses: 0, over: false}
let clients = []

async function main() {
  const done = new Promise(resolve => {
    const server = new Server(counts, () => resolve(server))
    server.server.listen(0, '127.0.0.1', () => {
      const {port} = server.server.address()
      const args = seed => ['gtp', '--rules', 'cgos', '--seed', seed, '--set',
        'seconds_per_move=0.05']
      clients = [new Client('one', port, args('1'), counts),
        new Client('two', port, args('2'), counts)]
      clients.forEach(client => client.start().catch(giveUp))
    })
  })
  const server = await done
  counts.over = true
  for (const client of clients) await client.quit()
  server.server.close()
  assert.strictEqual(counts.replays, GAMES)
  assert.strictEqual(counts.logins, 2 + GAMES)
  assert.strictEqual(counts.analyses, counts.moves)
  console.log(`client: CGOS's dialogue is content (${counts.games} games, ` +
    `${counts.moves} moves, ${counts.replays} reconnections)`)
  process.exit(0)
}

function giveUp(reason) {
  console.error(`client: ${reason.stack || reason}`)
  clients.forEach(({engine}) => engine.kill())
  process.exit(1)
}

setTimeout(() => giveUp('no end after 170 s'), 170000)
process.on('uncaughtException', giveUp)
main().catch(giveUp)
