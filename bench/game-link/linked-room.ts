// A real room of the agent with its spool, rules and game link, on the disk.
import { once } from 'node:events'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { GameDesk, gameFolder } from '@kaibo/agent/game/desk.ts'
import { openLog } from '@kaibo/agent/log/log.ts'
import { Packs } from '@kaibo/agent/rooms/packs.ts'
import { Room } from '@kaibo/agent/rooms/room.ts'
import type { Source } from '@kaibo/agent/sources/source.ts'
import { Spool } from '@kaibo/agent/spool/spool.ts'
import { ServerClock } from '@kaibo/agent/time/server-clock.ts'
import { systemTime as time } from '@kaibo/agent/time/time.ts'
import type { DesiredRoom } from '@kaibo/contract/agent/frames.ts'
import { tugWarPack } from './packs.ts'

export const room_code = 'BENCH234'

const SILENT: Source = {
  start: (sink) => sink.changed(),
  stop: async () => {},
  status: () => ({ kind: 'none', connected: true, detail: '' }),
}

export async function opened(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url, 'kaibo.game.v1', { perMessageDeflate: false })
  await once(socket, 'open')
  return socket
}

/** A room on air whose game is linked by hand, and where its danmu come from. */
export async function linkedRoom(folder: string, source: Source = SILENT) {
  const log = openLog(() => {}, 'error')
  const clock = new ServerClock(time)
  const spool = await Spool.open(join(folder, 'spool'), { time, log })
  const packs = new Packs({ folder: join(folder, 'packs'), time, log, send: () => {} })
  const games = await GameDesk.open({
    folder: gameFolder(folder),
    ports: 'auto',
    program: { main: '', execArgv: [] },
    gamesDir: undefined,
    pages: { sdk: '', builtin: {} },
    perSecond: Infinity,
    time,
    clock,
    log,
  })
  const { hash, body } = tugWarPack({ kind: 'manual' })
  await packs.want([hash])
  await packs.take({ type: 'part', hash, index: 0, of: 1, body })
  const config = {
    room_code,
    room_name: '测速',
    actor: '',
    mode: 1,
    platform: 'douyin',
    account: { account_id: 'a', nickname: '', platform_room_id: '1' },
    credentials: null,
    bundle: { hash },
  } as const
  const order = { room_code, run: true, run_id: 'run', stop_mode: 'now', config_hash: 'h' } as const
  const desired: DesiredRoom = { ...order, config }
  const room = new Room(desired, {
    folder,
    time,
    clock,
    log,
    packs,
    games,
    spool: (item) => spool.append(item),
    flush: () => spool.flush(),
    sourceFor: () => source,
    isLinked: () => true,
    changed: () => {},
  })
  await room.start()
  const { game: token } = await games.tokensOf(room_code)
  return {
    url: `${games.origin?.replace('http', 'ws') ?? ''}/game/v1`,
    token,
    /** The server has it all. */
    empty: () => spool.ack(spool.lastSeq),
    async close() {
      await room.stop('now')
      await games.close()
      await spool.close()
    },
  }
}
