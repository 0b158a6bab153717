import type { Generated } from 'kysely'

export interface RecordingTables {
  /** A file that a stage has recorded of itself; its bytes are in pieces. */
  recording: {
    recording_id: string
    room_id: string
    org_id: string
    run_id: string
    started_at: number
    /** When the last piece came. */
    last_at: number
    pieces: Generated<number>
    bytes: Generated<number>
    /** As far as it plays; before that is known, by what the page says. */
    ms: Generated<number>
    /** Where the reader of its pieces is, and of how many it has read: an opening reads none of them. */
    reader: Generated<string>
    read_pieces: Generated<number>
  }
  recording_piece: {
    recording_id: string
    seq: number
    blob_id: string
    bytes: number
    /** As far as the file is whole with it, and how long it plays. */
    whole_to: Generated<number>
    ms: Generated<number>
    /** The pictures in it that can be sought: their times, and where their clusters are. */
    cues_json: Generated<string>
  }
}
