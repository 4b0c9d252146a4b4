// Sabaki's own files, of the release that sabaki-source.json names: no registry has them,
// so they come from what SABAKI_SOURCE names (a folder or a tarball of the source), else
// from where the release is published.  Each must be, to the bit, what is written there.
// They are laid out in a folder where node can load them without Sabaki's window: what a
// desktop would give (electron, translations, ids) is a line of ours each.

const {createHash, randomUUID} = require('crypto')
const {execFileSync} = require('child_process')
const fs = require('fs')
const path = require('path')

const PATIENCE_MS = 8000
const {release, address, files} = require('./sabaki-source.json')

// What the files ask for that no package of the lock file gives.
const STAND_INS = {
  electron: {ipcRenderer: {on() {}, send() {}}},
  uuid: {v4: randomUUID}
}
const PACKAGES = ['@sabaki/go-board', '@sabaki/gtp', '@sabaki/immutable-gametree',
  '@sabaki/sgf', 'argv-split']

/* ------------------------------------------------------------ where they come from */

function unpack(tarball, folder) {
  fs.mkdirSync(folder, {recursive: true})
  execFileSync('tar', ['-xf', tarball, '--strip-components=1', '-C', folder])
  return folder
}

function readers(folder) {
  const given = process.env.SABAKI_SOURCE
  if (!given)
    return async file => {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const response = await fetch(`${address}/${release}/${file}`, {signal})
      if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
      return Buffer.from(await response.arrayBuffer())
    }
  const source = fs.statSync(given).isDirectory() ? given : unpack(given, `${folder}/given`)
  return async file => fs.readFileSync(path.join(source, file))
}

async function readAll(folder) {
  const read = readers(folder)
  const entries = Object.keys(files).map(async file => [file, await read(file)])
  return Object.fromEntries(await Promise.all(entries))
}

function check(contents) {
  for (const [file, content] of Object.entries(contents)) {
    const sum = createHash('sha256').update(content).digest('hex')
    if (sum !== files[file]) throw new Error(`${file} is not that of Sabaki ${release}`)
  }
}

/* ------------------------------------------------------------ how they are laid out */

function write(file, content) {
  fs.mkdirSync(path.dirname(file), {recursive: true})
  fs.writeFileSync(file, content)
}

// A package as Sabaki's modules import it: by names that node alone would not find in it.
function layOutPackage(folder, name, source, value) {
  const names = Object.getOwnPropertyNames(value).filter(n => /^[a-z]\w+$/i.test(n))
  write(`${folder}/node_modules/${name}/package.json`, '{"type": "module", "main": "index.js"}')
  write(`${folder}/node_modules/${name}/index.js`,
    `const it = ${source}\nexport default it\n` +
    names.filter(n => n !== 'default').map(n => `export const ${n} = it.${n}\n`).join(''))
}

function layOut(folder, contents) {
  write(`${folder}/package.json`, '{"type": "module"}')
  write(`${folder}/src/i18n.js`,
    'export default {context: () => text => typeof text === "string" ? text : text({})}\n')
  for (const [file, content] of Object.entries(contents)) write(`${folder}/${file}`, content)
  for (const name of PACKAGES)
    layOutPackage(folder, name, `globalThis.sabakiNeeds('${name}')`, require(name))
  for (const [name, value] of Object.entries(STAND_INS))
    layOutPackage(folder, name, `globalThis.sabakiNeeds('${name}')`, value)
}

// What Sabaki's modules export, by their names; or, where nothing can be fetched, why not.
async function loadSabaki(folder, modules) {
  fs.rmSync(folder, {recursive: true, force: true})
  let contents
  try {
    contents = await readAll(folder)
    check(contents)
  } catch (error) {
    if (process.env.SABAKI_SOURCE) throw error
    return {why: `${error.message}${error.cause ? `: ${error.cause.message}` : ''}`}
  }
  layOut(folder, contents)
  globalThis.window = {sabaki: {setting: {get: () => 3000}}}
  globalThis.sabakiNeeds = name => STAND_INS[name] || require(name)
  const loaded = {}
  for (const name of modules)
    loaded[name] = await import(path.resolve(`${folder}/src/modules/${name}.js`))
  return loaded
}

module.exports = {loadSabaki, release}
