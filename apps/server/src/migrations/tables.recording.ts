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
    /** By what the page says of the last piece. */
    ms: Generated<number>
    /**
     * The head that is sent in place of the recorder's own, made of so many pieces: where it is stored, how long it is, and which part
     * of the pieces' bytes follows it.
     */
    head_id: string | null
    head_pieces: Generated<number>
    head_bytes: Generated<number>
    cut_bytes: Generated<number>
    end_bytes: Generated<number>
  }
  recording_piece: { recording_id: string; seq: number; blob_id: string; bytes: number }
}
