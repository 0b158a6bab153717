const REASONS: Record<string, string> = {
  EACCES: '没有权限',
  EPERM: '没有权限',
  EROFS: '磁盘是只读的',
  ENOSPC: '磁盘已满',
  EDQUOT: '磁盘配额已用完',
  EEXIST: '路径中有一个同名的文件，不是目录',
  ENOTDIR: '路径中有一个同名的文件，不是目录',
  EISDIR: '那里是目录，不是文件',
  ENOENT: '没有这个路径',
  EIO: '磁盘读写出错',
  ENAMETOOLONG: '路径太长',
  EMFILE: '打开的文件太多',
}

/** A message for the person at the PC about a failed file operation; undefined for any other error. */
export function diskFault(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error)) return undefined
  const { path, code = '', message } = error as NodeJS.ErrnoException
  const why = REASONS[code] ? `${REASONS[code]}（${code}）` : message
  return path === undefined ? why : `${path}：${why}`
}
