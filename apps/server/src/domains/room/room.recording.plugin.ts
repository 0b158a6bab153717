import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Code, httpText } from '@kaibo/contract/facts/codes.ts'
import { ok } from '@kaibo/contract/kernel/envelope.ts'
import { RECORDING_PATH } from '@kaibo/contract/room/room.recording.schema.ts'
import {
  MAX_PIECE_BYTES,
  pieceClaim,
  RECORDING_ID,
  RECORDING_PUT_PATH,
  RECORDING_TYPE,
} from '@kaibo/contract/stage/recording.schema.ts'
import { HttpFault } from '#platform/http/failure.ts'
import { sendBlob } from '#platform/http/send-blob.ts'
import type { Recordings } from './room.recordings.ts'

interface RecordingPluginNeeds {
  recordings: Pick<Recordings, 'put' | 'file'>
  /** The PC that signed the request, with what it is about; throws the refusal. */
  knownPc: (request: FastifyRequest, reply: FastifyReply, about: string) => Promise<string>
}

interface OfPiece {
  Params: { room_code: string; recording_id: string; seq: string }
  Querystring: { run_id?: string; ms?: string; started_at?: string }
}

interface OfFile {
  Params: { recording_id: string }
  Querystring: { pieces?: string; until?: string; signature?: string; download?: string }
}

/** Takes the pieces of recordings from PCs, and sends recordings to whoever was given their address. */
export const recordingPlugin =
  ({ recordings, knownPc }: RecordingPluginNeeds) =>
  async (http: FastifyInstance) => {
    http.removeAllContentTypeParsers()
    http.addContentTypeParser(RECORDING_TYPE, (_request, _body, done) => done(null))

    http.put<OfPiece>(
      `${RECORDING_PUT_PATH}:room_code/:recording_id/:seq(^\\d{1,6}$)`,
      {
        bodyLimit: MAX_PIECE_BYTES,
        config: { endpoint: 'agent.recording', bodyShare: 'recording' },
      },
      async (request, reply) => {
        const { room_code, recording_id } = request.params
        const [seq, ms] = [Number(request.params.seq), Number(request.query.ms)]
        const pc_id = await knownPc(request, reply, pieceClaim({ room_code, recording_id, seq }))
        if (!RECORDING_ID.test(recording_id) || !Number.isSafeInteger(ms) || ms < 0) throw bad()
        const body = await http.readBody(request, request.raw)
        const { run_id = '' } = request.query
        const started_at = Number(request.query.started_at)
        const piece = { pc_id, room_code, recording_id, seq, run_id, ms, started_at, body }
        return ok({ next: await recordings.put(piece) })
      },
    )

    http.get<OfFile>(
      `${RECORDING_PATH}:recording_id`,
      { config: { endpoint: 'recording.file' } },
      async (request, reply) => {
        const file = await recordings.file(request.params.recording_id, request.query)
        if (!file) throw new HttpFault(404, Code.notFound, httpText(404))
        const shown = request.query.download === undefined ? 'inline' : 'attachment'
        reply.headers({
          'content-disposition': `${shown}; filename="${file.filename}"`,
          'cache-control': 'private, no-store',
          'content-security-policy': `default-src 'none'; sandbox`,
          'cross-origin-resource-policy': 'same-origin',
        })
        return sendBlob(request, reply, file)
      },
    )
  }

const bad = () => new HttpFault(400, Code.invalid, httpText(400))
