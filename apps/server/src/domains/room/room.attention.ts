import { about, asIs, listed, words, type Words } from '@kaibo/contract/kernel/words.ts'
import { sql, type RawBuilder } from 'kysely'
import type { StageTrouble } from '@kaibo/contract/agent/stage-items.schema.ts'
import { RecordingTrouble } from '@kaibo/contract/stage/recording.schema.ts'
import { wordsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { RoomNeed } from '@kaibo/contract/room/room.enums.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { ON_AIR, ON_RUN } from '@kaibo/contract/room/room.state.ts'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import type { Dialect } from '#platform/db/db.ts'
import { stateIn } from './room.state-sql.ts'

const SLOW_START_MS = 60_000
/** So long an alarm of a room on air needs a person. */
const ALARM_MS = 600_000

/**
 * What it needs somebody for (`RoomNeed`) in SQL, 0 where it needs nobody: the list is sorted, filtered and counted by it; the query must have `room` and `pc`. A room
 * whose stream the platform ended counts until it is started again or somebody has given the reason of the stop.
 */
export function attentionRank(dialect: Dialect, now: RawBuilder<number>): RawBuilder<number> {
  const reported = (
    path:
      | 'source.connected'
      | 'worker'
      | 'stage.trouble'
      | 'stage.recording'
      | 'stage.program.avatar',
  ) =>
    dialect === 'sqlite'
      ? sql`json_extract(room.reported_json, ${`$.${path}`})`
      : sql`(room.reported_json::json #>> ${`{${path.replaceAll('.', ',')}}`}::text[])`
  const missing =
    dialect === 'sqlite'
      ? sql`json_array_length(room.reported_json, '$.stage.missing')`
      : sql`json_array_length(room.reported_json::json #> '{stage,missing}')`
  const lost = dialect === 'sqlite' ? sql`0` : sql`'false'`
  const living =
    dialect === 'sqlite' ? sql`${WorkerStatus.living}` : sql`${`${WorkerStatus.living}`}`
  return sql<number>`case
    when room.unconfirmed_at is not null then ${sql.lit(RoomNeed.unconfirmed)}
    when ${stateIn(ON_RUN)} and coalesce(pc.online, 0) = 0 then ${sql.lit(RoomNeed.pc_offline)}
    when room.state in ('failed', 'needs_attention') then ${sql.lit(RoomNeed.failed)}
    when ${stateIn(ON_AIR)} and ${reported('source.connected')} = ${lost} then ${sql.lit(RoomNeed.source_lost)}
    when ${stateIn(ON_AIR)} and ${reported('worker')} <> ${living} then ${sql.lit(RoomNeed.not_living)}
    when ${stateIn(ON_AIR)} and room.alarm_at >= room.state_since and room.alarm_at + ${sql.lit(ALARM_MS)} > ${now} then ${sql.lit(RoomNeed.alarm)}
    when room.state = 'ended' and exists (select 1 from run as last where last.run_id = room.run_id
      and last.end_cause = 'platform_end' and last.stop_reason is null) then ${sql.lit(RoomNeed.platform_end)}
    when room.state = 'starting' and room.state_since + ${sql.lit(SLOW_START_MS)} < ${now} then ${sql.lit(RoomNeed.slow_start)}
    when room.state = 'fallback' then ${sql.lit(RoomNeed.fallback)}
    when room.state = 'living' and ${reported('stage.trouble')} = 'silent' then ${sql.lit(RoomNeed.silent)}
    when ${stateIn(ON_AIR)} and ${reported('stage.recording')} is not null then ${sql.lit(RoomNeed.unrecorded)}
    when ${stateIn(ON_AIR)} and ${missing} > 0 then ${sql.lit(RoomNeed.no_asset)}
    when ${stateIn(ON_AIR)} and ${reported('stage.program.avatar')} = 'failed' then ${sql.lit(RoomNeed.no_avatar)}
    when ${stateIn(ON_AIR)} and ${reported('stage.program.avatar')} = 'software' then ${sql.lit(RoomNeed.no_card)}
    else 0 end`
}

interface Seen {
  pc_name: string | null
  last_error: string | null
  last_error_en: string | null
  alarm: string | null
  alarm_en: string | null
  source: string | null
  trouble: StageTrouble | null
  /** Why the run is not recorded any more. */
  recording: RecordingTrouble | null
  /** What of its scene it cannot show. */
  missing: readonly string[]
}

const TROUBLES: Record<StageTrouble, Words> = {
  stage_lost: words(
    '画面断开，观众看不到也听不到主播，请检查OBS',
    'The picture is gone: viewers neither see nor hear the anchor; look at OBS',
  ),
  voice_down: words(
    '语音不可用，只出字幕，请检查语音程序',
    'The voice does not work, there are subtitles only; look at the speaking program',
  ),
  silent: words(
    '60秒没有声音，请检查画面是否点过「开始播放」',
    'No sound for 60 s; see whether the picture was clicked to start',
  ),
}

/** Nothing more of a run is recorded. */
export function unrecorded(why: RecordingTrouble): Words {
  const { zh, en } = wordsOf(RecordingTrouble, why) ?? asIs(why)
  return words(
    `录制已停：${zh}。已录下的可以播放；处理好后重新打开画面，会接着录成另一份`,
    `Recording has stopped: ${en}. What is there plays; put it right and open the stage anew, and another file goes on`,
  )
}

/** The words for a rank, with the one act that helps. */
export function attentionOf(rank: number, seen: Seen): RoomRow['attention'] {
  const pc = seen.pc_name ? words(`PC「${seen.pc_name}」`, `PC “${seen.pc_name}”`) : asIs('PC')
  const lost = words('平台连接已断开', 'The platform is disconnected')
  switch (rank) {
    case RoomNeed.unconfirmed:
      return grave(
        words(
          `PC未确认停播，直播可能仍在进行，请检查${pc.zh}`,
          `The PC has not confirmed the stop and may still be on air; look at ${pc.en}`,
        ),
      )
    case RoomNeed.pc_offline:
      return needs(
        'check',
        words(
          `${pc.zh}离线，直播可能已中断，请检查电源和网络`,
          `${pc.en} is offline and may be off air; check its power and network`,
        ),
      )
    case RoomNeed.failed:
      return needs(
        'start',
        seen.last_error
          ? words(seen.last_error, seen.last_error_en ?? seen.last_error)
          : words('上次开播出现故障', 'The last start failed'),
      )
    case RoomNeed.source_lost:
      return needs('check', about(lost, seen.source ? asIs(seen.source) : undefined))
    case RoomNeed.not_living:
      return needs('check', words(`${pc.zh}尚未恢复直播`, `${pc.en} is not back on air yet`))
    case RoomNeed.alarm:
      return needs('check', words(seen.alarm ?? '', seen.alarm_en ?? seen.alarm ?? ''))
    case RoomNeed.slow_start:
      return needs('stop', words('启动超过1分钟', 'Starting for over a minute'))
    case RoomNeed.platform_end:
      return needs(
        'start',
        words(
          '平台结束了直播，请确认是否重新开播',
          'The platform ended the stream; see whether to start it again',
        ),
      )
    case RoomNeed.fallback:
    case RoomNeed.silent:
      return needs('check', TROUBLES[seen.trouble ?? 'voice_down'])
    case RoomNeed.unrecorded:
      return needs('check', unrecorded(seen.recording ?? RecordingTrouble.disk_failed))
    case RoomNeed.no_asset: {
      const names = listed(seen.missing.map((name) => words(`「${name}」`, `“${name}”`)))
      return needs(
        'check',
        words(
          `画面中的${names.zh}无法显示，请在画面中换掉它`,
          `The scene cannot show ${names.en}; replace it in the scene`,
        ),
      )
    }
    case RoomNeed.no_avatar:
      return needs(
        'check',
        words(
          '形象无法显示，已用图片代替，请检查形象文件和显卡',
          'The avatar cannot be drawn, a picture stands in for it; look at its file and the graphics card',
        ),
      )
    case RoomNeed.no_card:
      return needs(
        'check',
        words(
          `${pc.zh}无显卡，形象以低画质显示`,
          `${pc.en} has no graphics card: the avatar is drawn small and plain`,
        ),
      )
    default:
      return null
  }
}

type Attention = NonNullable<RoomRow['attention']>
const needs = (act: Attention['act'], { zh, en }: Words): Attention => ({
  reason: zh,
  reason_en: en,
  act,
  grave: false,
})
const grave = (reason: Words): Attention => ({ ...needs('check', reason), grave: true })
