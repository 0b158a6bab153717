import styles from './spark.module.css'

/** A small line chart without axes; the numbers are shown beside it. */
export function Spark({ values, label }: { values: readonly number[]; label: string }) {
  const top = Math.max(...values, 1)
  const step = 100 / Math.max(values.length - 1, 1)
  const points = values.map(
    (value, i) => `${(i * step).toFixed(1)},${(23 - (value / top) * 21).toFixed(1)}`,
  )
  return (
    <svg
      className={styles.spark}
      viewBox="0 0 100 24"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
