/** What is wrong with a job itself: trying again does not mend it. Its message is for whoever sent the job. */
export class JobFault extends Error {
  override readonly name = 'JobFault'
}
