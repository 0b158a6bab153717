/** Why the server cannot start, in words for the person who starts it. */
export class StartFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartFault'
  }
}

/** The system's code of an error, like ECONNREFUSED; of an AggregateError that of its first. */
export function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return 'code' in error ? String(error.code) : error.message
}
