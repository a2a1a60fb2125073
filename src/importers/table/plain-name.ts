/** `CPU-Name`, `cpu_name` and `CPU Name` are `cpuname`, `Quantité` is `quantite`. */
export function plain(name: string): string {
  const letters = name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/ß/g, 'ss')
  return letters.replace(/[\s\p{Pd}_.,:;'’()[\]/&°º#]+/gu, '') || letters.trim()
}
