/** The address of two instances in France, at 30 % load, over one year. */
export const EXAMPLE =
  '/explorer?s=cloud;provider=aws;type=m5.xlarge&s=cloud;provider=aws;type=m6g.xlarge&location=FRA&load=30&duration=1y&criteria=gwp,adp,pe'
