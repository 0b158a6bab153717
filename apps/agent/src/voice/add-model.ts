import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { words } from '@kaibo/contract/kernel/words.ts'
import { NO_ENGINE } from '@kaibo/voice/engine.ts'
import { licencesIn } from '@kaibo/voice/licence.ts'
import { ModelFault, Models } from '@kaibo/voice/models.ts'
import { EngineMissing, Speaker } from '@kaibo/voice/speaker.ts'
import { systemTime } from '#time/time.ts'
import { modelsFolder } from './models-folder.ts'
import { canary, CANARY_MS } from './natural-voices.ts'
import { speakerFile } from './program.ts'

export const VOICE_USAGE = `用法：node kaibo-agent.mjs voice add 模型.tar.bz2 [选项]

  --data DIR         数据目录，默认 data/agent（也可用环境变量 KAIBO_AGENT_DATA）
  --speaker FILE     语音程序；不写则用客户端旁边的
  --accept-licence   已阅读模型的授权，不再询问
`

/** Wrong arguments, as `--help` says them right. */
export class BadVoiceCommand extends Error {}

interface Console {
  say: (line: string) => void
  /** Whether the person at the PC says yes. */
  confirm: (question: string) => Promise<boolean>
}

/** `voice add FILE`: unpacks a model for the rooms of this PC, shows its licence and hears it. Answers whether it is there. */
export async function addModel(
  args: string[],
  { env, main }: { env: NodeJS.ProcessEnv; main: string },
  { say, confirm }: Console,
): Promise<boolean> {
  const { file, data, speaker, accepted } = readCommand(args, env)
  const folder = modelsFolder(data)
  const program = speakerFile(main, speaker)
  const models = new Models({ folder, speakerFile: program })
  // Where the client does not look: it may be running
  const waiting = new Models({ folder: join(folder, 'new'), speakerFile: program })
  try {
    const sha256 = await hashOf(file)
    if (models.has(sha256)) {
      say('这个模型已经添加过')
      return true
    }
    say('正在解开模型…')
    await mkdir(join(folder, 'new'), { recursive: true })
    await waiting.unpack(sha256, file)
    say(await licenceIn(waiting.path(sha256)))
    if (!accepted && !(await confirm('我已阅读模型的授权，确认可以在直播中使用（yes）：'))) {
      say('没有添加')
      return false
    }
    const first_ms = await heard(waiting, sha256)
    await rename(waiting.path(sha256), models.path(sha256))
    say(
      `已添加，首音${first_ms}毫秒${first_ms > CANARY_MS ? `：超过${CANARY_MS}毫秒，这台电脑仍用内置语音` : ''}`,
    )
    return true
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error
    say(`没有添加：${error.words.zh}`)
    return false
  } finally {
    await rm(join(folder, 'new'), { recursive: true, force: true })
  }
}

function readCommand(args: string[], env: NodeJS.ProcessEnv) {
  const parsed = parsedOf(args)
  const [add, file, ...more] = parsed.positionals
  if (add !== 'add' || file === undefined || more.length > 0)
    throw new BadVoiceCommand('请写 voice add 模型文件')
  const { data, speaker, 'accept-licence': accepted } = parsed.values
  return {
    file: resolve(file),
    data: resolve(data ?? env['KAIBO_AGENT_DATA'] ?? 'data/agent'),
    speaker: speaker === undefined ? undefined : resolve(speaker),
    accepted: accepted === true,
  }
}

function parsedOf(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        data: { type: 'string' },
        speaker: { type: 'string' },
        'accept-licence': { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new BadVoiceCommand(error instanceof Error ? error.message : String(error))
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  } catch {
    throw new BadVoiceCommand(`读不到文件：${file}`)
  }
  return hash.digest('hex')
}

/** What the makers say of how it may be used. */
async function licenceIn(folder: string): Promise<string> {
  const texts = await licencesIn(folder)
  if (texts.length === 0) return '模型里没有授权说明，请到发布它的网页上阅读'
  return texts.map(({ name, text }) => `—— ${name} ——\n${text}`).join('\n')
}

async function heard(models: Models, sha256: string): Promise<number> {
  const log = { warn() {}, error() {} }
  const cwd = models.path(sha256)
  const speaker = new Speaker({ file: models.program, cwd, time: systemTime, log })
  try {
    return Math.round(await canary(speaker))
  } catch (error) {
    throw new ModelFault(error instanceof EngineMissing ? NO_ENGINE : NOT_HEARD)
  } finally {
    speaker.close()
  }
}

const NOT_HEARD = words('模型读不出来，可能已损坏', 'The model does not speak: it may be damaged')
