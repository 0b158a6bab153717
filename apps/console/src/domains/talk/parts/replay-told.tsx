import type { ReplayResult } from '@kaibo/contract/talk/talk.tape.schema.ts'
import { useText } from '#client/i18n.ts'
import { secondText } from '#kit/cell/business-time.ts'
import { Status } from '#kit/status/status.tsx'
import '../talk-check.i18n.ts'
import styles from './check.module.css'

const MINUTE_MS = 60_000
/** Enough to tell one result from another by eye. */
const HASH_SHOWN = 12

/** What a replay came to: the sums, each rule, and each sentence that would have been another. */
export function ReplayTold({ result }: { result: ReplayResult }) {
  const t = useText('talk_check')
  const { events, gone, fresh, altered, list, before, after, nodes, has_gap, hash } = result
  const [moved, still] = partition(nodes)
  const isSame = gone + fresh + altered === 0
  return (
    <>
      <p className={styles.sums}>
        {t('replayed', { events: events.toLocaleString('en-US') })}
        {isSame ? <Status tone="ok">{t('same')}</Status> : null}
        {gone > 0 ? <span>{t('gone', { count: gone })}</span> : null}
        {fresh > 0 ? <span>{t('fresh', { count: fresh })}</span> : null}
        {altered > 0 ? <span>{t('altered', { count: altered })}</span> : null}
      </p>
      {has_gap ? <Status tone="attention">{t('gap')}</Status> : null}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('compared')}</th>
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          <Compared name={t('sentences')} of={[before.sentences, after.sentences]} />
          <Compared
            name={t('spoken')}
            of={[before.spoken_ms / MINUTE_MS, after.spoken_ms / MINUTE_MS]}
          />
          <Compared name={t('queue')} of={[before.queue_peak, after.queue_peak]} />
        </tbody>
      </table>
      {moved.length > 0 ? <Nodes caption={t('each')} nodes={moved} /> : null}
      {still.length > 0 ? (
        <details className={styles.rest}>
          <summary>{t('each_still', { count: still.length })}</summary>
          <Nodes caption={t('each')} nodes={still} />
        </details>
      ) : null}
      {isSame ? null : <Sentences list={list} all={gone + fresh + altered} />}
      <p className={styles.hash}>{t('hash', { hash: hash.slice(0, HASH_SHOWN) })}</p>
    </>
  )
}

type ToldNode = ReplayResult['nodes'][number]

/** The rules whose counts moved, and the others. */
function partition(nodes: readonly ToldNode[]): [ToldNode[], ToldNode[]] {
  const isMoved = (node: ToldNode) => countsText(node.before) !== countsText(node.after)
  return [nodes.filter(isMoved), nodes.filter((node) => !isMoved(node))]
}

function Nodes({ caption, nodes }: { caption: string; nodes: readonly ToldNode[] }) {
  return (
    <table className={styles.table}>
      <caption>{caption}</caption>
      <tbody>
        {nodes.map((node) => (
          <tr key={`${node.set_id} ${node.node_id}`}>
            <th scope="row">{node.node_name}</th>
            <td>{countsText(node.before)}</td>
            <td>{countsText(node.after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const countsText = ({ fired, held, errors }: ToldNode['before']): string =>
  [fired, held, errors].join(' / ')

const inTenths = (value: number): string => (Math.round(value * 10) / 10).toLocaleString('en-US')

function Compared({ name, of: [before, after] }: { name: string; of: [number, number] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{inTenths(before)}</td>
      <td>{inTenths(after)}</td>
    </tr>
  )
}

function Sentences({ list, all }: { list: ReplayResult['list']; all: number }) {
  const t = useText('talk_check')
  return (
    <section aria-label={t('list')}>
      <h3>{t('list')}</h3>
      {list.length < all ? <p>{t('list_more', { count: list.length })}</p> : null}
      <ol className={styles.altered}>
        {list.map(({ at, event_id, node_name, before, after }, index) => (
          // One event may have a rule say several sentences
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${event_id} ${index}`}>
            {secondText(at)} {node_name}
            {before === null ? null : <del>{before}</del>}
            <ins>{after ?? t('silent')}</ins>
          </li>
        ))}
      </ol>
    </section>
  )
}
