// What the tests need from the machine: finding it and, as root on Debian, installing what is missing.
import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './child.mjs'

/**
 * Each part: how it is found (a path, or undefined) and the Debian packages that bring it.
 * @type {Record<string, { find: () => string | undefined, packages: string[] }>}
 */
const PARTS = {
  compiler: {
    find: () => inPath('python3') && inPath('make') && inPath('g++'),
    packages: ['python3', 'make', 'g++'],
  },
  chromium: {
    find: () =>
      process.env['CHROMIUM_PATH'] || inPath('chromium', 'chromium-browser', 'google-chrome'),
    packages: ['chromium'],
  },
  fonts: {
    find: () => (inPath('fc-list') && output('fc-list', [':lang=zh']) ? 'fonts' : undefined),
    packages: ['fonts-noto-cjk', 'fontconfig'],
  },
  postgres: { find: postgresFolder, packages: ['postgresql'] },
  redis: { find: () => inPath('redis-server'), packages: ['redis-server'] },
  nginx: { find: () => inPath('nginx'), packages: ['nginx'] },
  promtool: { find: () => inPath('promtool'), packages: ['prometheus'] },
  systemd: { find: () => inPath('systemd-analyze'), packages: ['systemd'] },
  openssl: { find: () => inPath('openssl') && inPath('curl'), packages: ['openssl', 'curl'] },
}

/**
 * Where each part is, after installing what is missing if we may.
 * @param {string[]} wanted names of PARTS
 * @returns {Promise<Record<string, string | undefined>>}
 */
export async function findParts(wanted) {
  const missing = wanted.filter((name) => !PARTS[name]?.find())
  if (missing.length > 0 && mayInstall()) {
    await aptInstall(missing.flatMap((name) => PARTS[name]?.packages ?? []))
  }
  return Object.fromEntries(wanted.map((name) => [name, PARTS[name]?.find()]))
}

/** @param {string[]} packages */
async function aptInstall(packages) {
  console.log(`Installing ${packages.join(' ')} …`)
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['update', '-qq'], options)
  await run('apt-get', ['install', '-yqq', '--no-install-recommends', ...packages], options)
}

const mayInstall = () =>
  process.getuid?.() === 0 && fs.existsSync('/etc/debian_version') && inPath('apt-get')

/** Debian keeps the server's programs out of PATH, in a folder for each version; the newest is taken. */
function postgresFolder() {
  const root = '/usr/lib/postgresql'
  const versions = fs.existsSync(root) ? fs.readdirSync(root) : []
  const newest = versions
    .sort((a, b) => Number(b) - Number(a))
    .find((version) => fs.existsSync(`${root}/${version}/bin/initdb`))
  return newest ? `${root}/${newest}/bin` : inPath('initdb')?.replace(/.initdb$/, '')
}

/** @param {string[]} names @returns {string | undefined} the first that is in PATH */
function inPath(...names) {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => fs.existsSync(file))
}

/** @type {(command: string, args: string[]) => string} */
export function output(command, args) {
  return execFileSync(command, args, { encoding: 'utf8' }).trim()
}
