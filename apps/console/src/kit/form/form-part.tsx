import styles from './form.module.css'

/** The heading of a part of a form, in line with its fields. */
export const FormPart = ({ title }: { title: string }) => <h3 className={styles.part}>{title}</h3>
