import type { DatabaseConnection, Kysely } from 'kysely'

/** The statements that a database is asked from now on, oldest first. */
export interface StatementLog {
  readonly statements: readonly string[]
  clear(): void
  stop(): void
}

/** Hears what the database is really asked, in transactions and outside of them; nothing is held up or changed. */
export function logStatements<Tables>(db: { readonly query: Kysely<Tables> }): StatementLog {
  const statements: string[] = []
  const executor = db.query.getExecutor()
  const provide = executor.provideConnection.bind(executor)
  const heard = (connection: DatabaseConnection): DatabaseConnection => ({
    executeQuery(query) {
      statements.push(query.sql)
      return connection.executeQuery(query)
    },
    streamQuery: (query, size) => connection.streamQuery(query, size),
  })
  executor.provideConnection = (consumer) => provide((connection) => consumer(heard(connection)))
  return {
    statements,
    clear: () => void statements.splice(0),
    stop: () => void (executor.provideConnection = provide),
  }
}
