/** Which console listens to which topics. */
export class Listeners<Listener extends { readonly topics: Set<string> }> {
  private readonly onChange: (topic: string, gone?: Listener) => void
  private readonly all = new Set<Listener>()
  private readonly byTopic = new Map<string, Set<Listener>>()

  /** `onChange` hears of each topic that a console begins to listen to, or stops. */
  constructor(onChange: (topic: string, gone?: Listener) => void) {
    this.onChange = onChange
  }

  /** A copy, because listeners may be removed during iteration. */
  list(): Listener[] {
    return [...this.all]
  }

  has(listener: Listener): boolean {
    return this.all.has(listener)
  }

  of(topic: string): Listener[] {
    return [...(this.byTopic.get(topic) ?? [])]
  }

  /** All that somebody listens to. */
  topics(): string[] {
    return [...this.byTopic.keys()]
  }

  isHeard(topic: string): boolean {
    return this.byTopic.has(topic)
  }

  add(listener: Listener): void {
    this.all.add(listener)
  }

  remove(listener: Listener): void {
    this.all.delete(listener)
    for (const topic of listener.topics) this.leave(listener, topic)
  }

  listen(listener: Listener, topic: string): void {
    listener.topics.add(topic)
    this.byTopic.set(topic, (this.byTopic.get(topic) ?? new Set()).add(listener))
    this.onChange(topic)
  }

  leave(listener: Listener, topic: string): void {
    listener.topics.delete(topic)
    const others = this.byTopic.get(topic)
    others?.delete(listener)
    if (others?.size === 0) this.byTopic.delete(topic)
    this.onChange(topic, listener)
  }
}
