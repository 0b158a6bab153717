/** By which a repeat of something is known. Not `randomUUID`, which browsers offer over HTTPS only. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(3)).join('-')
