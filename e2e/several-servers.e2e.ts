import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '@kaibo/testkit/process.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const run = (program: string, args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', cwd: root })
  return { status, output: `${stdout}${stderr}` }
}
const isThere = (program: string) => run('which', [program]).status === 0

/** The document starts programs as root, by Debian's tools. */
const NEEDED = ['pg_createcluster', 'redis-server', 'nginx', 'openssl', 'curl']
const missing = NEEDED.filter((program) => !isThere(program))
const mayRun = process.getuid?.() === 0 && missing.length === 0
if (!mayRun)
  process.stderr.write(
    `!! LEFT OUT: docs/several-servers.md, which root on Debian runs ${missing.join()}\n`,
  )

/** What a reader types; the first fence names the places, which are others here. */
const [places, ...typed] = [
  ...read('docs/several-servers.md').matchAll(/^```sh run(.*)\n([^]*?)^```$/gm),
].map(([, kind = '', text = '']) => ({ kind: kind.trim(), text }))

const base = mkdtempSync(join(tmpdir(), 'kaibo-servers-'))
afterAll(() => {
  if (mayRun) run('bash', ['-c', ENDS, base])
  rmSync(base, { recursive: true, force: true })
})
const ENDS = `
  for file in $0/*.pid; do kill $(cat $file); done
  pg_dropcluster --stop $(ls /usr/lib/postgresql | sort -V | tail -n 1) kaibo`

test.runIf(mayRun)(
  'docs/several-servers.md: what it says to type brings three servers up, and one may be lost',
  { timeout: 240_000 },
  async () => {
    expect(places?.kind).toBe('places')
    const ports = await Promise.all(Array.from({ length: 7 }, freePort))
    const [first, second, third, pg, redis, https, http] = ports
    const here = [
      'set -e',
      `export KAIBO=${root} BASE=${base} NAME=kaibo.test PORTS="${first} ${second} ${third}"`,
      `export PG_PORT=${pg} REDIS_PORT=${redis} HTTPS_PORT=${https} HTTP_PORT=${http}`,
    ]
    const script = join(base, 'typed.sh')
    const last = `curl -s http://127.0.0.1:${second}/metrics > $BASE/metrics.txt; echo all ran`
    writeFileSync(script, [...here, ...typed.map(({ text }) => text), last].join('\n'))
    // Into a file, as the servers keep what they were started with open.
    run('bash', ['-c', `timeout 220 bash ${script} > ${base}/log.txt 2>&1`])
    const logs = ['log.txt', ...ports.slice(0, 3).map((port) => `log/${port}.log`)]
    const output = logs.map((name) => readFileSync(join(base, name), 'utf8')).join('\n')
    expect(output, output).toContain('all ran')
    expect(output.match(/is ready$/gm)).toHaveLength(4)
    expect(output).toContain('six of six answered')

    const ask = (path: string) => {
      const at = `kaibo.test:${https}`
      return run('curl', ['-sk', '--resolve', `${at}:127.0.0.1`, `https://${at}${path}`]).output
    }
    ask('/healthz?sign=geheim')
    ask('/stage/geheim/')
    expect(ask('/metrics')).toContain('403')
    const logged = readFileSync(join(base, 'log/kaibo.log'), 'utf8')
    expect(logged).toContain('"GET /stage/..."')
    expect(logged).not.toContain('geheim')

    const told = readFileSync(join(base, 'metrics.txt'), 'utf8')
    const files = ['deploy/prometheus/kaibo.rules.yml', 'deploy/grafana/kaibo.json']
    const figures = new Set(files.flatMap((file) => read(file).match(/\bkaibo_\w+/g) ?? []))
    expect(figures.size).toBeGreaterThan(5)
    expect([...figures].filter((figure) => !told.includes(figure))).toEqual([])
  },
)

test.runIf(isThere('nginx') && isThere('openssl'))(
  'docs/operations.md: nginx takes the file that it shows',
  () => {
    const [, block = ''] = /^```nginx\n([^]*?)^```$/m.exec(read('docs/operations.md')) ?? []
    const pem = join(base, 'tried.pem')
    const key = join(base, 'tried.key')
    const names = ['-subj', '/CN=kaibo.test', '-keyout', key, '-out', pem]
    run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...names])
    const site = block
      .replace('/etc/ssl/kaibo.pem', pem)
      .replace('/etc/ssl/kaibo.key', key)
      // Ports that anybody may take.
      .replace(/listen (80|443)/g, 'listen 58$1')
    expect(site).toContain(pem)
    const conf = join(base, 'tried.conf')
    const logs = `access_log off; error_log ${base}/tried.log;`
    writeFileSync(conf, `pid ${base}/tried;\nevents {}\nhttp { ${logs}\n${site} }\n`)
    const { status, output } = run('nginx', ['-t', '-c', conf])
    expect(status, output).toBe(0)
  },
)

test.runIf(isThere('promtool'))('the alerts are rules that Prometheus takes', () => {
  const { status, output } = run('promtool', [
    'check',
    'rules',
    'deploy/prometheus/kaibo.rules.yml',
  ])
  expect(status, output).toBe(0)
})

test.runIf(isThere('systemd-analyze'))('systemd takes the units', () => {
  for (const unit of ['kaibo@.service', 'kaibo-agent.service']) {
    const { status, output } = run('systemd-analyze', ['verify', `deploy/systemd/${unit}`])
    expect({ status, output }).toEqual({ status: 0, output: '' })
  }
})
