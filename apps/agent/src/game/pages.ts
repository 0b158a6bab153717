import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { LaunchKind, type GamePart } from '@kaibo/contract/game/game.schema.ts'
import { contentTypeOf } from '#local/content-type.ts'
import type { Door } from '#local/local-server.ts'
import type { GameRoom } from './around.ts'
import { pageFile } from './installed.ts'
import type { Seat } from './seat.ts'

/** The pages that this program has in itself. */
export interface GamePages {
  /** `/kaibo-game.js`, by which a page links itself. */
  sdk: string
  /** By the key of a built-in game its files. */
  builtin: Readonly<Record<string, Readonly<Record<string, string>>>>
}

interface PagesOptions {
  pages: GamePages
  gamesDir: string | undefined
  seats: () => { room: GameRoom; seat: Seat }[]
}

const ROOM_CODE = /^[A-Za-z0-9]{1,16}$/
const HTML = 'text/html; charset=utf-8'

/** What people open: the rooms of this PC, and each room's game. */
export function pagesOf({ pages, gamesDir, seats }: PagesOptions): [string, Door][] {
  async function play(
    [room_code = '', ...rest]: string[],
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<unknown> {
    if (!isRead(request)) return response.writeHead(405).end()
    if (!ROOM_CODE.test(room_code)) return response.writeHead(404).end()
    // Paths of the page are those of its folder. A browser keeps what is behind the #
    if (rest.length === 0) return response.writeHead(302, { location: `/play/${room_code}/` }).end()
    const part = seats().find(({ room }) => room.room_code === room_code)?.seat.game.part
    if (!part) return send(response, HTML, messageOf('直播间未开播，或者没有游戏'))
    const file = rest.join('/') || 'index.html'
    return send(response, contentTypeOf(file) ?? HTML, await fileOf(part, file))
  }

  async function fileOf({ launch }: GamePart, file: string): Promise<string | Buffer | undefined> {
    const name = launch.package ?? ''
    if (launch.kind === LaunchKind.builtin) return pages.builtin[name]?.[file]
    if (launch.kind === LaunchKind.page && gamesDir !== undefined)
      return pageFile(join(gamesDir, name), file)
    return undefined
  }

  return [
    ['play', { request: play }],
    [
      'kaibo-game.js',
      { request: (_, __, response) => send(response, 'text/javascript; charset=utf-8', pages.sdk) },
    ],
    ['', { request: (_, __, response) => send(response, HTML, listOf(seats())) }],
  ]
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

const send = (response: ServerResponse, type: string, body: string | Buffer | undefined) =>
  body === undefined
    ? response.writeHead(404).end()
    : response.writeHead(200, { 'content-type': type }).end(body)

const STATES = { off: '未开通', waiting: '等待游戏', connected: '已连接', away: '游戏断开' }

/** The rooms, without the secrets that their games are opened by: those are in the console. */
const listOf = (all: ReturnType<PagesOptions['seats']>): string =>
  messageOf(
    all
      .map(({ room, seat }) => {
        const game = seat.report()
        const state = game ? `${game.name} · ${STATES[game.state]}` : '没有游戏'
        return `${room.room_name}（${room.room_code}）：${state}`
      })
      .join('\n') || '没有正在直播的直播间',
  )

const messageOf = (text: string): string =>
  `<!doctype html><html lang="zh"><meta charset="utf-8"><title>Kaibo</title><pre>${escaped(text)}</pre></html>`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string =>
  text.replaceAll(/[&<>]/g, (letter) => ENTITIES[letter] ?? '')
