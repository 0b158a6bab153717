import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { ActionKind } from '@kaibo/contract/talk/action.schema.ts'
import { Reason } from '@kaibo/contract/talk/talk.enums.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { Status } from '#kit/status/status.tsx'
import type { Tried } from '../talk.paint.ts'
import styles from './try.module.css'

/** What would be said and done; where nothing is, why not. */
export function TryResult({ tried }: { tried: Tried }) {
  const t = useText('talk_try')
  const lang = useLanguage()
  const { fired, decisions, warnings, stats } = tried
  return (
    <div className={styles.result}>
      {fired.length > 0 ? (
        fired.map(({ node_id, node_name, effect, text }, index) => (
          // One rule may do the same twice
          // oxlint-disable-next-line react/no-array-index-key
          <p key={`${node_id} ${index}`} className={styles.said}>
            <Status tone="ok">
              {effect === ActionKind.say ? t('says') : labelOf(ActionKind, effect, lang)}
            </Status>
            <strong>{text}</strong>
            <span className={styles.hint}>{node_name}</span>
          </p>
        ))
      ) : (
        <div className={styles.said}>
          <Status tone="idle">{t('silent')}</Status>
          {decisions.map(({ set_id, node_id, node_name, outcome }) => (
            <span key={`${set_id} ${node_id}`}>
              {t('because', { node: node_name, reason: labelOf(Reason, outcome, lang) })}
            </span>
          ))}
        </div>
      )}
      {warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          <Status tone="attention">{warning}</Status>
        </p>
      ))}
      {stats ? <TryStats stats={stats} /> : null}
    </div>
  )
}

const percent = (part: number, whole: number) => Math.round((part * 1_000) / whole) / 10

function TryStats({ stats }: { stats: NonNullable<Tried['stats']> }) {
  const t = useText('talk_try')
  const lang = useLanguage()
  const { runs, fired, nodes, texts } = stats
  return (
    <>
      <p>{t('rate', { runs, fired, pct: percent(fired, runs) })}</p>
      <table className={styles.rates}>
        <caption>{t('each')}</caption>
        <tbody>
          {nodes.map(({ set_id, node_id, node_name, outcome, n }) => (
            <tr key={`${set_id} ${node_id} ${outcome}`}>
              <td>{node_name}</td>
              <td>{labelOf(Reason, outcome, lang)}</td>
              <td>{n}</td>
              <td>{percent(n, runs)}%</td>
            </tr>
          ))}
        </tbody>
      </table>
      {texts.length > 1 ? (
        <table className={styles.rates}>
          <caption>{t('texts')}</caption>
          <tbody>
            {texts.map(({ text, n }) => (
              <tr key={text}>
                <td>{text}</td>
                <td>{n}</td>
                <td>{percent(n, runs)}%</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </>
  )
}
