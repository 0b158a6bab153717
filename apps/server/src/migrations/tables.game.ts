import type {
  DataType,
  GameType,
  IsOrNot,
  NotifyMode,
  OpenStatus,
  VarCalcType,
} from '@kaibo/contract/facts/enums.ts'
import type { ValueOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Stamped } from './tables.stamped.ts'

export interface GameTables {
  game: Stamped & {
    game_id: string
    name: string
    icon: string
    type: ValueOf<typeof GameType>
    /** The studio whose game it is; `''` where it is nobody's in particular. */
    owner_org_id: string
    /** Null: allowed for ever. */
    auth_expire_at: number | null
    round_max_min: number
    launch_json: string
    camps_json: string
    commands_json: string
    gift_json: string
    keyword_json: string
    /** In which states events count, by their key. */
    status_json: string
    /** Keys of events of every game that this one is not to be heard of. */
    off_json: string
    /** A `GameDrive`. */
    drive_json: string
    enabled: OpenStatus
    is_demo: IsOrNot
  }
  /** The organisations that see a game: its studio, and the guilds that may use it. */
  game_org: { game_id: string; org_id: string }
  game_event: Stamped & {
    event_id: string
    game_id: string
    key: string
    name: string
    payload_json: string
    sample_json: string
    notify: ValueOf<typeof NotifyMode>
    enabled: OpenStatus
    is_demo: IsOrNot
  }
  game_var: Stamped & {
    var_id: string
    game_id: string
    key: string
    name: string
    data_type: ValueOf<typeof DataType>
    calc: ValueOf<typeof VarCalcType>
    /** A `VarHow`. */
    how_json: string
    is_demo: IsOrNot
  }
}
