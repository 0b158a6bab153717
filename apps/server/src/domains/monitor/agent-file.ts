import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { FastifyPluginAsync } from 'fastify'
import { Code, httpText } from '@kaibo/contract/facts/codes.ts'
import { HttpFault } from '#platform/http/failure.ts'

/** Where PCs download their program. Everybody may: it knows nothing that is secret. */
export const AGENT_PATH = '/agent/kaibo-agent.mjs'

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

export const agentFilePlugin =
  (read: ReadAgentFile): FastifyPluginAsync =>
  async (http) => {
    http.get(AGENT_PATH, { config: { endpoint: 'agent.file' } }, async (_request, reply) => {
      const file = await read()
      if (!file) throw new HttpFault(404, Code.notFound, httpText(404))
      return reply
        .headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
        .send(file.bytes)
    })
  }
