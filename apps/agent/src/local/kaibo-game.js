/*
 * Kaibo 游戏连接，给网页用：<script src="/kaibo-game.js"></script>
 *   const link = KaiboGame.connect({ role: 'view', name: '画面', onView: (data) => … })
 * Links the page to its room by the secret behind the # of its address. docs/game-link.md has the frames.
 */
{
  const FIRST_MS = 250
  const MOST_MS = 5000
  const REPLACED = 4409

  const connect = (options) => {
    const { role = 'game', name = document.title, version = '1', want = [], ai_label } = options
    // The secret stays with the tab: a page that is loaded again still has it, and the address bar does not show it
    const given = location.hash.slice(1)
    if (given) {
      sessionStorage.setItem('kaibo-token', given)
      history.replaceState(null, '', location.pathname + location.search)
    }
    const token = given || sessionStorage.getItem('kaibo-token') || ''
    const boot_id = crypto.randomUUID()
    const unkept = new Map()
    let socket
    let isWelcome = false
    let delay = FIRST_MS
    let count = 0

    const send = (frame) => {
      if (isWelcome && socket.readyState === 1) socket.send(JSON.stringify(frame))
    }
    const take = (frame) => {
      if (frame.type === 'welcome') {
        isWelcome = true
        delay = FIRST_MS
        for (const said of unkept.values()) send(said)
        options.onWelcome?.(frame)
      } else if (frame.type === 'ack' || frame.type === 'reject') {
        for (const [key, said] of unkept) {
          if (said.id !== frame.id) continue
          unkept.delete(key)
          break
        }
        if (frame.type === 'ack') options.onAck?.(frame)
        else options.onReject?.(frame)
      } else if (frame.type === 'cmd') {
        const done = (ok, detail = '') => send({ type: 'result', id: frame.id, ok, detail })
        options.onCmd?.(frame, done)
      } else if (frame.type === 'input') options.onInput?.(frame)
      else if (frame.type === 'view') options.onView?.(frame.data)
      else if (frame.type === 'refused') options.onRefused?.(frame.why)
    }

    const open = () => {
      socket = new WebSocket(`ws://${location.host}/game/v1`, 'kaibo.game.v1')
      const hello = { type: 'hello', role, token, name, version, boot_id, want, ai_label }
      socket.addEventListener('open', () => socket.send(JSON.stringify(hello)))
      socket.addEventListener('message', ({ data }) => take(JSON.parse(data)))
      socket.addEventListener('close', ({ code }) => {
        isWelcome = false
        options.onState?.(false, code)
        // Another page has taken this one's place: only a person decides which
        if (code === REPLACED) return
        setTimeout(open, delay)
        delay = Math.min(delay * 2, MOST_MS)
      })
    }
    open()

    /** Said again until the PC client has it on its disk. */
    const keep = (frame) => {
      const said = { id: `e${++count}`, ...frame }
      unkept.set(`${said.type}:${said.state || ''}:${said.id}`, said)
      send(said)
      return said.id
    }
    return {
      event: (key, payload = {}, user) =>
        keep({ type: 'event', key, at: Date.now(), payload, user }),
      roundStart: (id) => keep({ type: 'round', state: 'start', id }),
      roundEnd: (id, result = {}) => keep({ type: 'round', state: 'end', id, ...result }),
      vars: (values) =>
        send({
          type: 'vars',
          vars: Object.entries(values).map(([key, value]) => ({ key, value })),
        }),
      eta: (key, id, at) => send({ type: 'eta', key, id, at }),
      status: (status) => send({ type: 'status', status }),
      view: (data) => send({ type: 'view', data }),
    }
  }

  window.KaiboGame = { connect }
}
