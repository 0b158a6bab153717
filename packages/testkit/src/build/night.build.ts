import { join } from 'node:path'
import type { KeyObject } from 'node:crypto'
import { PLATFORMS, type Platform } from '@kaibo/contract/facts/platforms.ts'
import { dayOf } from '@kaibo/contract/kernel/day.ts'
import { bootServer } from '../boot.ts'
import { buildLiveAccount } from './live-account.build.ts'
import { buildOnAir } from './on-air.build.ts'
import { buildRoom } from './room.build.ts'
import { ADMIN_PASSWORD } from '../process.ts'

/** A room on air, with what its PC needs to connect. */
export interface Air {
  pc_id: string
  private_key: KeyObject
  room_code: string
  run_id: string
}

export interface Size {
  rooms: number
  onAir: number
  /** Events a second over all rooms on air, each of which changes its room. */
  messages: number
}

const MINUTE_MS = 60_000
const WEEK_MINUTES = 7 * 24 * 60
const SPARK_MINUTES = 30
const NAMES = [
  '阿狸夜读',
  '老周讲水浒：每晚八点风雪山神庙',
  '海边的书店',
  'Mia的手工皂实验室',
  '听雨',
]
/** None has anything of a room's name: a keyword finds rooms by both. */
const ACCOUNTS = ['小鹿同学', '说书人在沧州', '雨声电台', '书虫小叶', 'Anna手作']
const SENTENCES = [
  '感谢隔壁汽水送出的 66 个为你闪耀',
  '这个怎么玩？屏幕下方有说明哦',
  '欢迎新来的朋友',
]

/** A night as a database: rooms on several platforms, some of them on air with a run and its minutes, and those of a week ago. */
export async function seedNight(dataDir: string, { rooms, onAir }: Size): Promise<Air[]> {
  const server = await bootServer({
    file: join(dataDir, 'kaibo.db'),
    clock: 'system',
    config: { adminPassword: ADMIN_PASSWORD },
  })
  const now = Date.now()
  const airs = await server.platform.db.transaction(async (query) => {
    const platform = { ...server.platform, db: { ...server.platform.db, query } }
    const built: Air[] = []
    for (let i = 0; i < rooms; i++) {
      const account = {
        platform: Object.keys(PLATFORMS)[i % 6] as Platform,
        nickname: ACCOUNTS[i % ACCOUNTS.length] ?? '',
      }
      const name = `${NAMES[i % NAMES.length]} ${i + 1}`
      if (i >= onAir) {
        const { account_id } = await buildLiveAccount(platform, account)
        await buildRoom(platform, { name, account_id })
        continue
      }
      const gift_fen = 12_345 * (i + 1)
      const { room, run, pc } = await buildOnAir(platform, {
        account,
        room: { name, sentence: SENTENCES[i % SENTENCES.length] ?? null, sentence_at: now },
        run: { started_at: now - (i + 1) * 7 * MINUTE_MS, gift_fen, viewers: 100 + i },
      })
      const { run_id } = run
      built.push({ pc_id: pc.id, private_key: pc.private_key, room_code: room.room_code, run_id })
      const minute = Math.floor(now / MINUTE_MS)
      const spark = Array.from({ length: SPARK_MINUTES }, (_, n) => ({
        room_id: room.id,
        minute: minute - n,
        fen: ((i + n * 7) % 13) * 100,
      }))
      const weekAgo = spark.map((one) => ({ ...one, minute: one.minute - WEEK_MINUTES }))
      await query
        .insertInto('room_minute')
        .values([...spark, ...weekAgo])
        .execute()
      await query
        .insertInto('room_day')
        .values({
          room_id: room.id,
          org_id: room.org_id,
          day: dayOf(now),
          fen: gift_fen,
          count: 10,
          event_count: 10,
        })
        .execute()
    }
    return built
  })
  await server.close()
  return airs
}
