import styles from './brand.module.css'

/** The product's sign, and its name where there is room for it. */
export const Brand = ({ short = false }: { short?: boolean }) => (
  <p className={styles.brand} data-short={short || undefined}>
    <img src="/favicon.svg" alt="" width={24} height={24} />
    {short ? null : <span>开播 Kaibo</span>}
  </p>
)
