/** Which console listens to which topics. */
export class Listeners<Listener extends { readonly topics: Set<string> }> {
  private readonly all = new Set<Listener>()
  private readonly byTopic = new Map<string, Set<Listener>>()

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
  }

  leave(listener: Listener, topic: string): void {
    listener.topics.delete(topic)
    const others = this.byTopic.get(topic)
    others?.delete(listener)
    if (others?.size === 0) this.byTopic.delete(topic)
  }
}
