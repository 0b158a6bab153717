/*
 * Kaibo 游戏连接，给网页用：<script src="/kaibo-game.js"></script>
 *   const link = KaiboGame.connect({ role: 'view', name: '画面', onView: (data) => … })
 * Links the page to its room by the secret behind the # of its address. docs/game-link.md has the frames.
 */
;(() => {
  const FIRST_MS = 250
  const MOST_MS = 5000
  const REPLACED = 4409

  /** The secret stays with the tab: a page that is loaded again still has it, and the address bar does not show it. */
  const tokenOf = () => {
    const given = location.hash.slice(1)
    if (given) {
      sessionStorage.setItem('kaibo-token', given)
      history.replaceState(null, '', location.pathname + location.search)
    }
    return given || sessionStorage.getItem('kaibo-token') || ''
  }

  const connect = (options) => {
    const { role = 'game', name = document.title, version = '1', want = [], ai_label } = options
    const token = tokenOf()
    const boot_id = crypto.randomUUID()
    const unkept = new Map()
    let socket
    let isWelcome = false
    let delay = FIRST_MS
    let count = 0

    const send = (frame) => {
      if (isWelcome && socket.readyState === 1) socket.send(JSON.stringify(frame))
    }
    const call = (handler, ...of) => handler && handler(...of)

    const take = (frame) => {
      if (frame.type === 'welcome') {
        isWelcome = true
        delay = FIRST_MS
        for (const said of unkept.values()) send(said)
        call(options.onWelcome, frame)
      } else if (frame.type === 'ack' || frame.type === 'reject') {
        for (const [key, said] of unkept) {
          if (said.id !== frame.id) continue
          unkept.delete(key)
          break
        }
        call(frame.type === 'ack' ? options.onAck : options.onReject, frame)
      } else if (frame.type === 'cmd') {
        const done = (ok, detail = '') => send({ type: 'result', id: frame.id, ok, detail })
        call(options.onCmd, frame, done)
      } else if (frame.type === 'input') call(options.onInput, frame)
      else if (frame.type === 'view') call(options.onView, frame.data)
      else if (frame.type === 'refused') call(options.onRefused, frame.why)
    }

    const open = () => {
      socket = new WebSocket(`ws://${location.host}/game/v1`, 'kaibo.game.v1')
      socket.onopen = () =>
        socket.send(
          JSON.stringify({ type: 'hello', role, token, name, version, boot_id, want, ai_label }),
        )
      socket.onmessage = ({ data }) => take(JSON.parse(data))
      socket.onclose = ({ code }) => {
        isWelcome = false
        call(options.onState, false, code)
        // Another page has taken this one's place: only a person decides which
        if (code === REPLACED) return
        setTimeout(open, delay)
        delay = Math.min(delay * 2, MOST_MS)
      }
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
})()
