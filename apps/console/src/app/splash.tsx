/** The console's outline while its code is on the way: the frame stands where it will stand. */
export function Splash() {
  return (
    <div className="splash" role="status" aria-label="开播 Kaibo">
      <p className="brand">
        <img src="/favicon.svg" alt="" width={24} height={24} />
        <span>开播 Kaibo</span>
      </p>
    </div>
  )
}
