/** When a row was made and last changed, by whom, and the version that an edit is based on. */
export interface Stamped {
  created_at: number
  updated_at: number
  updated_by: string | null
  version: number
}
