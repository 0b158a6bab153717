import { words, type Lang } from '@kaibo/contract/kernel/words.ts'
import type { PcEnrolCode } from '@kaibo/contract/monitor/monitor.schema.ts'
import { AGENT_PATH, SPEAKER_PATH } from './agent-file.ts'

type Lines = PcEnrolCode['lines']

interface Install {
  /** An origin whose host has no letters that a shell interprets (`public-address.rules.ts`). */
  address: string
  code: string
  /** Of the program that the server serves. */
  sha256: string
  lang: Lang
}

const FILE = 'kaibo-agent.mjs'
const VOICE = 'kaibo-speaker.tgz'
const NODE = { major: 20, minor: 19 }

/**
 * What is pasted at a PC that has nothing but Node: downloads the agent into the current folder, checks that it is the one that the
 * console named, and starts it. One line each for a POSIX shell and for PowerShell 5.1 and newer.
 */
export function installLines({ address, code, sha256, lang }: Install): Lines {
  const again = startLine(address, code)
  const url = `${address}${AGENT_PATH}`
  const say = saying(address)
  return {
    sh: [
      `(fail() { echo "$1" >&2; exit 1; }`,
      `command -v node >/dev/null || fail '${say.noNode[lang]}'`,
      `node -e '${IS_NEW_ENOUGH}' || fail "${say.oldNode[lang]} $(node -v)"`,
      `curl -fsSL ${url} -o ${FILE} || fail '${say.noFile[lang]}'`,
      `node -e '${hasDigest(FILE)}' ${sha256} || fail '${say.otherFile[lang]}'`,
      `${again})`,
    ].join('; '),
    powershell: [
      `& { $ErrorActionPreference = 'Stop'`,
      `if (-not (Get-Command node -ErrorAction SilentlyContinue)) { throw '${say.noNode[lang]}' }`,
      `if ([version](node -p process.versions.node) -lt [version]'${NODE.major}.${NODE.minor}.0') { throw "${say.oldNode[lang]} $(node -v)" }`,
      `try { Invoke-WebRequest -UseBasicParsing ${url} -OutFile ${FILE} } catch { throw '${say.noFile[lang]}' }`,
      `if ((Get-FileHash -Algorithm SHA256 ${FILE}).Hash -ne '${sha256}') { throw '${say.otherFile[lang]}' }`,
      `${again} }`,
    ].join('; '),
    again,
  }
}

/** The same for the voice: pasted in the agent's folder, which finds it at its next start. Every system has a `tar`. */
export function voiceLines({ address, sha256, lang }: Omit<Install, 'code'>) {
  const url = `${address}${SPEAKER_PATH}`
  const say = saying(address)
  return {
    voice_sh: [
      `(fail() { echo "$1" >&2; exit 1; }`,
      `curl -fsSL ${url} -o ${VOICE} || fail '${say.noFile[lang]}'`,
      `node -e '${hasDigest(VOICE)}' ${sha256} || fail '${say.otherFile[lang]}'`,
      `tar -xzf ${VOICE} && echo '${say.hasVoice[lang]}')`,
    ].join('; '),
    voice_powershell: [
      `& { $ErrorActionPreference = 'Stop'`,
      `try { Invoke-WebRequest -UseBasicParsing ${url} -OutFile ${VOICE} } catch { throw '${say.noFile[lang]}' }`,
      `if ((Get-FileHash -Algorithm SHA256 ${VOICE}).Hash -ne '${sha256}') { throw '${say.otherFile[lang]}' }`,
      `tar -xzf ${VOICE}`,
      `'${say.hasVoice[lang]}' }`,
    ].join('; '),
  }
}

/** What is typed where the project itself is and nothing was built. */
export function repositoryLines(address: string, code: string): Lines {
  const line = `npm run agent -- --server ${address} --key ${code}`
  return { sh: line, powershell: line, again: line }
}

const startLine = (address: string, code: string) =>
  `node ${FILE} --server ${address} --key ${code}`

/* Run by whatever Node there is, within single quotes of the shell. */
const IS_NEW_ENOUGH =
  `const [a, b] = process.versions.node.split(".").map(Number); ` +
  `process.exit(a > ${NODE.major} || (a === ${NODE.major} && b >= ${NODE.minor}) ? 0 : 1)`
const hasDigest = (file: string) =>
  `const bytes = require("fs").readFileSync("${file}"); ` +
  `process.exit(require("crypto").createHash("sha256").update(bytes).digest("hex") === process.argv[1] ? 0 : 1)`

/** Without quotes, `$` or backticks: they stand within quotes of either shell. */
const saying = (address: string) => ({
  noNode: words(
    `这台电脑没有 Node.js：请从 https://nodejs.org 安装 ${NODE.major}.${NODE.minor} 或更新的版本，再粘贴一次`,
    `There is no Node.js here: install ${NODE.major}.${NODE.minor} or newer from https://nodejs.org and paste this again`,
  ),
  oldNode: words(
    `需要 Node.js ${NODE.major}.${NODE.minor} 或更新的版本，请从 https://nodejs.org 安装后再粘贴一次。这台电脑上是`,
    `Node.js ${NODE.major}.${NODE.minor} or newer is needed: install it from https://nodejs.org and paste this again. Here is`,
  ),
  noFile: words(
    `下载没有成功：请确认这台电脑能打开 ${address}`,
    `The download failed: see whether this PC can open ${address}`,
  ),
  hasVoice: words(
    '语音已装好，重启客户端后生效',
    'The voice is there: it is used when the agent is started next',
  ),
  otherFile: words(
    '下载的程序与控制台给出的不一致，没有启动：请在控制台重新生成命令',
    'The program is not the one that the console named and was not started: make a new line in the console',
  ),
})
