/** What machines print of CPUs whose row has another name. */
export const CPU_ALIASES: Readonly<Record<string, string>> = {
  'Intel Xeon E3-1505M v5': 'Intel Xeon E3-1505M',
  'Intel Xeon E3-1515M v5': 'Intel Xeon E3-1515M',
  'Intel Xeon E3-1535M v5': 'Intel Xeon E3-1535M',
  'Intel Xeon E3-1545M v5': 'Intel Xeon E3-1545M',
  'Intel Xeon E3-1575M v5': 'Intel Xeon E3-1575M',
  'AMD Ryzen 7 PRO 4750U': 'AMD Ryzen 7 4750U',
}

/** What drivers print of graphics cards whose row has another name. */
export const GPU_ALIASES: Readonly<Record<string, string>> = {
  'NVIDIA H100 80GB HBM3': 'NVIDIA H100 SXM 80GB',
  'Tesla P100-PCIE-16GB': 'NVIDIA P100',
}
