/** What servers on one database know of each other. Instants are of the database's clock. */
export interface ServerTables {
  /** A server while it runs, and for 30 days after. */
  instance: {
    id: string
    host: string
    pid: number
    version: string
    /** The name of the newest migration that it knows. */
    schema_name: string
    bus: string
    agents: number
    consoles: number
    /** How far its machine's clock is ahead of the database's. */
    offset_ms: number
    started_at: number
    seen_at: number
    ended_at: number | null
    /** What else it says of itself: pools, backlog, disk. */
    facts_json: string | null
  }
  /** What a server said to the others, for those that the bus did not reach; kept a minute. */
  bus_row: {
    id: string
    /** A message of more than 8 KB is in parts. */
    part: number
    parts: number
    sender: string
    topic: string
    payload: string
    at: number
  }
  /** Tickets and nonces that were used. */
  used_once: { key: string; until: number }
  /** What the last check of a kind found; instants are of the database's clock. */
  self_check: {
    name: 'reconcile' | 'audit'
    at: number
    /** How long it took. */
    ms: number
    /** How many rows were looked at; 0 where that is not known. */
    checked: number
    /** How many things were wrong. */
    found: number
  }
  /** Attempts to log in, by address and by account at an address. */
  login_limit: {
    key: string
    recent_json: string
    strikes: number
    locked_until: number
    at: number
  }
}
