// An engine as a child process, spoken to in GTP without ids and line by line, as small
// clients do.  A response is what stands before the next empty line.

const {spawn} = require('child_process')

class Engine {
  constructor(path, args) {
    this.process = spawn(path, args, {stdio: ['pipe', 'pipe', 'ignore']})
    this.text = ''
    this.waiting = []
    this.process.stdout.on('data', data => this.hear(String(data)))
    this.ended = new Promise(resolve => this.process.once('exit', resolve))
  }

  hear(text) {
    this.text += text
    for (let end; (end = this.text.indexOf('\n\n')) >= 0; ) {
      const response = this.text.slice(0, end)
      this.text = this.text.slice(end + 2)
      const waiting = this.waiting.shift()
      if (!waiting) throw new Error(`nobody has asked for '${response}'`)
      if (response[0] === '=') waiting.resolve(response.slice(1).trim())
      else waiting.reject(new Error(`${waiting.command}: ${response}`))
    }
  }

  ask(command) {
    this.process.stdin.write(command + '\n')
    return new Promise((resolve, reject) =>
      this.waiting.push({command, resolve, reject})
    )
  }

  kill() {
    this.process.kill('SIGKILL')
  }
}

module.exports = {Engine}
