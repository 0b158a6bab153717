import type { Source, SourceSink } from './source.ts'

/**
 * The platform pushes to the server. It has put the events into the ledger already and forwards them over the link, for the
 * rules only, so nothing starts here.
 */
export class PushSource implements Source {
  start(sink: SourceSink): void {
    sink.changed()
  }

  async stop(): Promise<void> {}

  status() {
    return { kind: 'push', connected: true, detail: '平台推送到服务器，由服务器转发' }
  }
}
