// Fetches the packages that package-lock.json names, and nothing else: npm itself
// would come with hundreds of packages of its own.  The registry is the one that npm
// is set to; what arrives must be, to the bit, what the lock file says.
//
//     node fetch.mjs LOCK FOLDER

import {createHash} from 'crypto'
import {execFileSync} from 'child_process'
import {mkdirSync, readFileSync} from 'fs'
import registryUrl from 'registry-url'

const [lockFile, folder] = process.argv.slice(2)

async function fetchPackage(name, {version, integrity}) {
  const file = `${name.replace(/^@[^/]*\//, '')}-${version}.tgz`
  const response = await fetch(`${registryUrl()}${name}/-/${file}`)
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`)
  const tarball = Buffer.from(await response.arrayBuffer())
  const sum = createHash('sha512').update(tarball).digest('base64')
  if (integrity !== `sha512-${sum}`) throw new Error(`${name}: not what ${lockFile} says`)
  const place = `${folder}/${name}`
  mkdirSync(place, {recursive: true})
  execFileSync('tar', ['-xz', '--strip-components=1', '-C', place], {input: tarball})
}

const {packages} = JSON.parse(readFileSync(lockFile, 'utf8'))
for (const [path, entry] of Object.entries(packages))
  if (path) await fetchPackage(path.replace(/^node_modules\//, ''), entry)
