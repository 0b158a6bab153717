/** What this server says of itself to others on the same database. */
export const VERSION = '0.1.0'
