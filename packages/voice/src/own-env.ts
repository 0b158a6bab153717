/** Of the environment what a program needs to run: what is secret stays with whoever starts it. */
export function ownEnv(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env
  return { PATH, SystemRoot, TEMP }
}
