import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { FastifyPluginAsync } from 'fastify'
import { Code, httpText } from '@kaibo/contract/facts/codes.ts'
import { HttpFault } from '#platform/http/failure.ts'

/** Where PCs download their program. Everybody may: it knows nothing that is secret. */
export const AGENT_PATH = '/agent/kaibo-agent.mjs'
/** Where PCs download the voice, which is under a licence of its own. */
export const SPEAKER_PATH = '/agent/kaibo-speaker.tgz'

interface AgentFile {
  bytes: Buffer
  /** In hexadecimal. */
  sha256: string
}

/** Answers the agent's program as it is built now; undefined where there is none. */
export type ReadAgentFile = () => Promise<AgentFile | undefined>

/** Reads the file again only after it changed: a build may replace it while the server runs. */
export function agentFileAt(path: string): ReadAgentFile {
  let known: { mark: string; file: AgentFile } | undefined
  return async () => {
    const found = await stat(path).catch(() => undefined)
    if (!found) return undefined
    const mark = `${found.mtimeMs} ${found.size}`
    if (known?.mark !== mark) {
      const bytes = await readFile(path)
      known = { mark, file: { bytes, sha256: createHash('sha256').update(bytes).digest('hex') } }
    }
    return known.file
  }
}

interface Served {
  path: string
  endpoint: string
  type: string
  read: ReadAgentFile
}

/** Gives PCs what they download. */
export const agentFilePlugin =
  (files: readonly Served[]): FastifyPluginAsync =>
  async (http) => {
    for (const { path, endpoint, type, read } of files)
      http.get(path, { config: { endpoint } }, async (_request, reply) => {
        const file = await read()
        if (!file) throw new HttpFault(404, Code.notFound, httpText(404))
        return reply.headers({ 'content-type': type, 'cache-control': 'no-cache' }).send(file.bytes)
      })
  }

/** The agent, and the voice beside it. */
export const agentFiles = (agent: ReadAgentFile, speaker: ReadAgentFile): readonly Served[] => [
  {
    path: AGENT_PATH,
    endpoint: 'agent.file',
    type: 'text/javascript; charset=utf-8',
    read: agent,
  },
  { path: SPEAKER_PATH, endpoint: 'agent.speaker', type: 'application/gzip', read: speaker },
]
