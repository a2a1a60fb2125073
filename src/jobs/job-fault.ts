/** What is wrong with a job itself: trying again does not mend it. Its message is for whoever sent the job. */
export class JobFault extends Error {
  override readonly name: string = 'JobFault'
}

/** Nobody has the figures any more that a job is to be evaluated by. */
export class FiguresGone extends JobFault {
  override readonly name = 'FiguresGone'

  constructor(figures: string) {
    super(`The data release ${figures} is no longer there`)
  }
}

/** A step of a job that has taken as long as it may: 3,600,000 ms are an hour. */
export class StepTooLong extends JobFault {
  override readonly name = 'StepTooLong'

  constructor(milliseconds: number) {
    super(`The job was given up: a step of it took longer than ${milliseconds / 1000} seconds`)
  }
}
