import styles from './no-signal.module.css'

const BARS = 8

/** The card that a screen shows when nothing comes in. */
export const NoSignal = ({ code }: { code: string }) => (
  <div className={styles.card} aria-hidden>
    {Array.from({ length: BARS }, (_, bar) => (
      <i key={bar} />
    ))}
    <b>{code}</b>
  </div>
)
