/* Draws what the game says. It plays without this page; a page that is loaded again goes on where the game is. */
{
  const FONT = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui'
  const COLOURS = { red: '#ff5a5f', blue: '#4d7cff' }
  const NAMES = { red: '红队', blue: '蓝队' }
  const REFUSALS = {
    直播间未开播: '直播间未开播，等待开播',
    令牌不正确: '链接不正确，请从控制台重新打开',
  }
  const SIDES = ['red', 'blue']
  const MOST_PULLERS = 7

  const canvas = document.getElementById('stage')
  const state = document.getElementById('state')
  const pen = canvas.getContext('2d')
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const none = { heads: 0, score: 0, boosted: false, frozen: false }
  let picture = { phase: 'idle', round: 0, rope: 0, left_s: 0, red: none, blue: none, best: [] }
  let hints = []
  /** Where the rope is drawn: it glides after where it is. */
  let shown = 0
  let width = 0
  let height = 0
  /** 1 on a stage of 900 pixels. */
  let unit = 1
  let isTall = false

  KaiboGame.connect({
    role: 'view',
    name: '拔河画面',
    onWelcome({ gifts, keywords }) {
      state.textContent = ''
      const byText = new Map()
      for (const { word, text } of keywords) byText.set(text, [...(byText.get(text) || []), word])
      hints = [
        ...[...byText].map(([text, words]) => `发“${words.join('”或“')}” ${text}`),
        ...gifts.map(({ gift, text }) => `送${gift} ${text}`),
      ]
    },
    onView: (data) => (picture = data),
    onState: () => (state.textContent = '连接断开，正在重连'),
    onRefused: (why) => setTimeout(() => (state.textContent = REFUSALS[why] || why)),
  })

  const resize = () => {
    const scale = devicePixelRatio || 1
    width = innerWidth
    height = innerHeight
    isTall = height > width
    unit = Math.max(0.55, Math.min(width / (isTall ? 600 : 900), height / 620))
    canvas.width = width * scale
    canvas.height = height * scale
    pen.setTransform(scale, 0, 0, scale, 0, 0)
  }
  addEventListener('resize', resize)
  resize()

  /** A text no wider than `most`, smaller where it would be. */
  const write = (
    text,
    x,
    y,
    size,
    { colour = '#fff', align = 'center', weight = 700, most } = {},
  ) => {
    pen.textAlign = align
    pen.textBaseline = 'middle'
    pen.fillStyle = colour
    pen.font = `${weight} ${size * unit}px ${FONT}`
    if (most === undefined || pen.measureText(text).width <= most) return pen.fillText(text, x, y)
    let short = text
    while (short.length > 1 && pen.measureText(`${short}…`).width > most) short = short.slice(0, -1)
    return pen.fillText(`${short}…`, x, y)
  }

  const box = (x, y, w, h, radius, colour) => {
    pen.fillStyle = colour
    pen.beginPath()
    pen.roundRect(x, y, w, h, radius)
    pen.fill()
  }

  const ground = () => {
    const sky = pen.createLinearGradient(0, 0, 0, height)
    sky.addColorStop(0, '#1b2440')
    sky.addColorStop(0.62, '#31406b')
    sky.addColorStop(0.62, '#3d5a3c')
    sky.addColorStop(1, '#233a25')
    pen.fillStyle = sky
    pen.fillRect(0, 0, width, height)
  }

  const side = (name) => {
    const { score, heads, boosted, frozen } = picture[name]
    const isRed = name === 'red'
    const w = Math.min(width * 0.36, 300 * unit)
    const x = isRed ? 20 * unit : width - 20 * unit - w
    const y = 20 * unit
    const align = isRed ? 'left' : 'right'
    const edge = isRed ? x + 16 * unit : x + w - 16 * unit
    box(x, y, w, 92 * unit, 12 * unit, `${COLOURS[name]}e6`)
    write(`${NAMES[name]}  ${heads}人`, edge, y + 24 * unit, 20, { align, weight: 600 })
    write(String(score), edge, y + 62 * unit, 42, { align, most: w - 32 * unit })
    const marks = [boosted && '力气加倍', frozen && '冻住了'].filter(Boolean).join(' · ')
    if (marks) write(marks, edge, y + 112 * unit, 20, { align, colour: '#ffe08a' })
  }

  const clock = () => {
    const { phase, left_s, round } = picture
    const y = 44 * unit
    if (phase === 'idle') return write('等待开局', width / 2, y, 30)
    const minutes = Math.floor(left_s / 60)
    const text = `${minutes}:${String(left_s % 60).padStart(2, '0')}`
    const isNear = phase === 'playing' && left_s <= 10
    write(phase === 'settling' ? '结算' : text, width / 2, y, 46, {
      colour: isNear ? '#ffd43b' : '#fff',
    })
    return write(`第 ${round} 局`, width / 2, y + 42 * unit, 18, { weight: 500, colour: '#dbe2f5' })
  }

  const puller = (x, y, colour, lean, isFrozen) => {
    const size = 26 * unit
    pen.save()
    pen.translate(x, y)
    pen.rotate(lean)
    pen.fillStyle = isFrozen ? '#a5d8ff' : colour
    pen.strokeStyle = pen.fillStyle
    pen.lineCap = 'round'
    pen.lineWidth = size * 0.32
    pen.beginPath()
    pen.arc(0, -size * 1.75, size * 0.42, 0, Math.PI * 2)
    pen.fill()
    pen.beginPath()
    pen.moveTo(0, -size * 1.15)
    pen.lineTo(0, -size * 0.2)
    pen.moveTo(0, -size * 0.95)
    pen.lineTo(lean < 0 ? size * 0.8 : -size * 0.8, -size * 0.6)
    pen.moveTo(0, -size * 0.2)
    pen.lineTo(-size * 0.4, size * 0.55)
    pen.moveTo(0, -size * 0.2)
    pen.lineTo(size * 0.4, size * 0.55)
    pen.stroke()
    pen.restore()
  }

  const rope = (now) => {
    const y = height * 0.6
    const reach = width * 0.28
    // Red pulls to the left
    const middle = width / 2 - (shown / 100) * reach
    pen.strokeStyle = '#ffffff55'
    pen.lineWidth = 2
    for (const at of [-1, 1]) {
      pen.setLineDash([8, 8])
      pen.beginPath()
      pen.moveTo(width / 2 + at * reach, y - 90 * unit)
      pen.lineTo(width / 2 + at * reach, y + 50 * unit)
      pen.stroke()
    }
    pen.setLineDash([])
    pen.strokeStyle = '#d9a866'
    pen.lineWidth = 9 * unit
    pen.beginPath()
    pen.moveTo(0, y)
    pen.lineTo(width, y)
    pen.stroke()
    for (const name of SIDES) {
      const { heads, frozen } = picture[name]
      const away = name === 'red' ? -1 : 1
      const count = Math.min(MOST_PULLERS, heads)
      const isPulling = picture.phase === 'playing' && !frozen && !isStill
      for (let i = 0; i < count; i++) {
        const sway = isPulling ? Math.sin(now / 180 + i) * 0.05 : 0
        const x = middle + away * (70 + i * 46) * unit
        puller(x, y + 16 * unit, COLOURS[name], away * (0.28 + sway), frozen)
      }
    }
    pen.fillStyle = '#ffd43b'
    pen.beginPath()
    pen.moveTo(middle, y - 12 * unit)
    pen.lineTo(middle, y - 64 * unit)
    pen.lineTo(middle + 30 * unit, y - 50 * unit)
    pen.lineTo(middle, y - 36 * unit)
    pen.fill()
    box(middle - 5 * unit, y - 12 * unit, 10 * unit, 30 * unit, 3 * unit, '#ffd43b')
  }

  const best = () => {
    const top = height * 0.6 + 92 * unit
    const w = isTall ? width * 0.8 : Math.min(width * 0.29, 264 * unit)
    picture.best.forEach((player, index) => {
      const { nickname, camp, score, is_ai } = player
      const label = is_ai ? '机器人 ' + nickname : nickname
      const x = width / 2 + (isTall ? 0 : (index - 1) * Math.min(width * 0.31, 280 * unit))
      const y = top + (isTall ? index * 48 * unit : 0)
      box(x - w / 2, y - 20 * unit, w, 40 * unit, 20 * unit, '#0006')
      box(x - w / 2 + 8 * unit, y - 7 * unit, 14 * unit, 14 * unit, 7 * unit, COLOURS[camp])
      const right = x + w / 2 - 12 * unit
      write(String(score), right, y, 18, { align: 'right', colour: '#ffe08a' })
      const left = x - w / 2 + 30 * unit
      write(label, left, y, 17, { align: 'left', weight: 500, most: w - 110 * unit })
    })
  }

  const help = () => {
    const columns = width > 700 ? 3 : 2
    const rows = Math.ceil(hints.length / columns)
    const size = isTall ? 20 : 15
    const line = size * 1.75 * unit
    const top = height - rows * line - 8 * unit
    hints.forEach((text, index) => {
      const x = ((index % columns) + 0.5) * (width / columns)
      const y = top + Math.floor(index / columns) * line + line / 2
      write(text, x, y, size, { weight: 500, colour: '#e7ecf7', most: width / columns - 12 })
    })
  }

  const result = () => {
    const { phase, winner, streak } = picture
    if (phase !== 'settling') return
    const w = Math.min(width * 0.8, 520 * unit)
    const y = height * 0.36
    const colour = winner ? COLOURS[winner] : '#868e96'
    box((width - w) / 2, y - 60 * unit, w, 110 * unit, 16 * unit, colour)
    write(winner ? `${NAMES[winner]}获胜` : '平局', width / 2, y - 14 * unit, 46)
    if (winner && streak > 1) write(`${streak} 连胜`, width / 2, y + 28 * unit, 20, { weight: 600 })
  }

  const draw = (now) => {
    const target = picture.rope
    shown = isStill ? target : shown + (target - shown) * 0.15
    ground()
    rope(now)
    for (const name of SIDES) side(name)
    clock()
    best()
    help()
    result()
    requestAnimationFrame(draw)
  }
  requestAnimationFrame(draw)
}
