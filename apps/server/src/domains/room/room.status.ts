import { about, asIs, words, type Lang, type Words } from '@kaibo/contract/kernel/words.ts'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import { wordsOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { StatusCheck } from '@kaibo/contract/room/room.schema.ts'
import type { RoomContext } from './room.context.ts'
import { parseReport } from './room.rows.ts'
import * as store from './room.store.ts'

/** Desired, reported and platform state side by side. Where they differ, the PC is also sent the desired state again. */
export async function checkStatus(
  { platform, desired, link }: RoomContext,
  room: store.Room,
  lang: Lang,
): Promise<StatusCheck> {
  const want = await desired.ofRoom(room)
  const pc =
    room.pc_id === null
      ? undefined
      : await store.pcById(platform.db.query, room.pc_id, link.heardSince())
  const report = parseReport(room.reported_json)
  const is = {
    desired: {
      run: want?.run ?? false,
      run_id: want?.run_id ?? null,
      config_hash: want?.config_hash ?? null,
    },
    reported: report && {
      worker: report.worker,
      run_id: report.run_id,
      config_hash: report.config_hash,
      // Heartbeats repeat reports, so an unchanged report is as recent as the last heartbeat.
      at: Math.max(room.reported_at ?? 0, pc?.last_seen_at ?? 0),
    },
    platform: report?.source
      ? {
          source: report.source.kind,
          connected: report.source.connected,
          detail: report.source.detail,
        }
      : null,
  }
  const differences = differencesIn(is, pc?.presence ?? PcPresence.offline)
  if (differences.length > 0 && room.pc_id) link.pushDesired([room.pc_id])
  return { ...is, differences: differences.map((one) => one[lang]) }
}

function differencesIn(
  { desired, reported, platform }: Omit<StatusCheck, 'differences'>,
  presence: PcPresence,
): Words[] {
  const differences: Words[] = []
  if (presence === PcPresence.offline)
    differences.push(
      words('PC客户端离线，以下为最后一次报告', 'The PC is offline; this is its last report'),
    )
  if (presence === PcPresence.unknown)
    differences.push(
      words(
        '正在等PC客户端重新连接，以下为最后一次报告',
        'The PC is expected to connect again; this is its last report',
      ),
    )
  const isLiving = reported?.worker === WorkerStatus.living
  if (desired.run && !isLiving) {
    const worker = reported
      ? (wordsOf(WorkerStatus, reported.worker) ?? asIs(String(reported.worker)))
      : words('未报告', 'nothing reported')
    differences.push(
      words(`应在直播，客户端${worker.zh}`, `Should be on air; the PC says: ${worker.en}`),
    )
  }
  if (!desired.run && isLiving)
    differences.push(words('应已停播，客户端仍在直播', 'Should be off air; the PC is still on'))
  if (desired.run && isLiving && reported.run_id !== desired.run_id) {
    differences.push(words('客户端在播的是另一场次', 'The PC is on another run'))
  }
  if (desired.run && reported?.config_hash && reported.config_hash !== desired.config_hash) {
    differences.push(words('客户端的配置不是最新', 'The PC’s settings are not the latest'))
  }
  if (desired.run && platform && !platform.connected) {
    const lost = words('平台连接已断开', 'The platform is disconnected')
    differences.push(about(lost, platform.detail ? asIs(platform.detail) : undefined))
  }
  return differences
}
