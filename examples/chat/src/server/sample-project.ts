/** A project small enough to read at a glance, with a mistake in it. It needs nothing but a shell. */
export const sampleProject: Readonly<Record<string, string>> = {
  'README.md': `# Teahouse

The till of a small teahouse. \`sh bill.sh "2 matcha" "1 scone"\` prints what a table pays.
\`sh test.sh\` says whether it is right.
`,
  'menu.txt': `matcha 4
sencha 3
scone 3
`,
  'bill.sh': `#!/bin/sh
# What a table pays. Each order is a number and a name from the menu.
total=0
for order; do
  cups=\${order%% *}
  name=\${order#* }
  price=$(sed -n "s/^$name //p" menu.txt)
  total=$((total + price))
done
echo "$total"
`,
  'test.sh': `#!/bin/sh
failed=0

check() {
  expected=$1
  shift
  actual=$(sh bill.sh "$@")
  if [ "$actual" = "$expected" ]; then
    echo "ok      $* = $actual"
  else
    echo "FAILED  $* = $actual, expected $expected"
    failed=1
  fi
}

check 4 "1 matcha"
check 8 "2 matcha"
check 11 "2 matcha" "1 scone"
exit $failed
`,
  'sign.css': `.sign {
  font: 600 2rem Georgia, serif;
  color: #777777;
}
`,
  'kettle.sh': `#!/bin/sh
# A patient kettle: a degree a second.
degrees=20
while [ $degrees -lt 100 ]; do
  echo "$degrees °C"
  degrees=$((degrees + 1))
  sleep 1
done
echo "It boils."
`,
};
