/**
 * A sum to which numbers are added and from which they are taken away again, so that what a large one had displaced of a
 * small one is still there when it has gone (Neumaier 1974, doi 10.1002/zamm.19740540106).
 *
 * @example
 * new RunningSum([1e12, 1e-6]).add(-1e12).value // 0.000001; 1e12 + 1e-6 - 1e12 is 0
 */
export class RunningSum {
  #sum = 0
  #lost = 0

  constructor(numbers: readonly number[]) {
    for (const each of numbers) this.add(each)
  }

  add(number: number): this {
    const sum = this.#sum + number
    this.#lost += Math.abs(this.#sum) >= Math.abs(number) ? this.#sum - sum + number : number - sum + this.#sum
    this.#sum = sum
    return this
  }

  get value(): number {
    return this.#sum + this.#lost
  }
}
