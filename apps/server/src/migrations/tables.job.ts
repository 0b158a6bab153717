/** A unit of background work, and who does it. Instants are of the database's clock. */
export interface JobLease {
  job: string
  unit: string
  /** The server that does it; null while it rests. */
  holder: string | null
  /** Rises each time it is taken: what an earlier holder still writes bears a lower one and is refused. */
  fence: number
  /** Nobody takes it before: held until then, or resting until then. */
  until: number
  /** How often it was taken since it last went well. */
  tries: number
  last_ok_at: number | null
  /** Why it last failed; null since it went well. */
  error: string | null
}
