/** What the process has open beside its connections: database, uploads, logs. */
const BESIDE_CONNECTIONS = 200

interface Limits {
  userLimits?: { open_files?: { soft: number | string } }
}

/** How many files and sockets the system lets this process have open at once; Node has raised it as far as it may go. */
export function openFileLimit(): number {
  const { userLimits } = process.report.getReport() as Limits
  const soft = userLimits?.open_files?.soft
  // Windows names none, and `unlimited` is none.
  return typeof soft === 'number' ? soft : Infinity
}

/**
 * How many connections fit. Beyond the system's limit none could be accepted, no file be opened, and nobody be told: fewer
 * are taken then, and the person who started the server reads why.
 */
export function fitConnections(
  wanted: number,
  limit: number,
  warn: (text: string) => void,
): number {
  const fitting = Math.max(1, limit - BESIDE_CONNECTIONS)
  if (wanted <= fitting) return wanted
  warn(
    `系统只允许本进程打开 ${limit} 个文件，容不下 KAIBO_MAX_CONNECTIONS 的 ${wanted} 个连接，本次最多 ${fitting} 个；` +
      `请把上限（ulimit -n，systemd 为 LimitNOFILE）提高到 ${wanted + BESIDE_CONNECTIONS} 以上`,
  )
  return fitting
}
