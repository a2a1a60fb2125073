/** Brings a field of the form into sight and puts the cursor there, unfolding what hides it. */
export function goToField(id: string): void {
  const field = document.getElementById(id)
  if (field === null) return
  for (let fold = field.closest('details'); fold !== null; fold = fold.parentElement?.closest('details') ?? null) {
    fold.open = true
  }
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  field.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' })
  field.focus({ preventScroll: true })
}
