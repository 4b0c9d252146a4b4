# Two commands on a fresh Debian machine:
#
#     make play     install what is missing (after saying so), build, play
#     make check    the same set-up, then every test
#
# `make help' lists the rest.

VERSION := 0.16
PREFIX ?= /usr/local
DESTDIR ?=
# In order of dependency: a room includes from itself and from what MAY names, below.
ROOMS := engine/base engine/go engine/records engine/reading engine/search \
	patterns/shapes patterns/cases patterns/model patterns/playouts \
	patterns/judge patterns/style patterns/learning patterns/caselearning \
	patterns/stylelearning \
	books/sequences books/joseki books/opening books/duel player gtp \
	tools tools/play tools/match tools/soak tools/records tools/book tools/learn tools/bench \
	tools/judged tools/selfplay tools/report
TEST_ROOMS := tests/engine tests/records tests/patterns tests/books tests/player tests/gtp tests/tools tests/report

# ---------------------------------------------------------------- what it needs
# A word is a Debian package, or command=package when the command may also have
# come from elsewhere.

PLAY_NEEDS := gcc=gcc libc6-dev gnulib autoconf=autoconf automake=automake \
	uthash-dev libarchive-dev libdivsufsort-dev libseccomp-dev libzstd-dev
CHECK_NEEDS := clang=clang libclang-rt-14-dev clang-format=clang-format \
	cppcheck=cppcheck libcmocka-dev gnugo node=nodejs node-registry-url git=git xz=xz-utils
# To make and try Debian packages.
DEB_NEEDS := dpkg-dev lintian=lintian debootstrap=debootstrap git=git

define install_needs
missing=; for word in $(1); do \
	case $$word in \
	*=*) command -v $${word%%=*} >/dev/null || missing="$$missing $${word#*=}";; \
	*) dpkg-query -W -f '$${Status}' $$word 2>/dev/null | grep -q 'ok installed' || \
		missing="$$missing $$word";; \
	esac; done; \
if [ -n "$$missing" ]; then \
	echo "Missing Debian packages:$$missing"; \
	if [ -n "$(NO_INSTALL)" ]; then echo "Not installed, because of NO_INSTALL."; exit 1; fi; \
	root=; [ "$$(id -u)" = 0 ] || root=sudo; \
	echo "Installing them: $$root apt-get install$$missing"; \
	$$root apt-get update -q </dev/null && \
	$$root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y \
		--no-install-recommends $$missing </dev/null; \
fi
endef

# Several goals at once, and several jobs, never build the same thing twice.
ifneq ($(word 2,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif
ifeq ($(MAKELEVEL)$(filter -j%,$(MAKEFLAGS)),0)
MAKEFLAGS += -j$(shell nproc)
endif

# ---------------------------------------------------------------- how it is built
# MODE chooses a variant, each in a folder of its own.  V=1 shows whole command
# lines.  Warnings are for the other variants: what gcc says when it optimises the
# program as a whole is about code that it has made itself.

MODE ?= fast
B.fast := build
B := $(or $(B.$(MODE)),build/$(MODE))
CC := gcc

WARNINGS := -Wall -Wextra -Wshadow -Werror
GNULIB := build/gnulib
CPPFLAGS += -I. -isystem $(GNULIB) -isystem $(GNULIB)/gllib -D_GNU_SOURCE \
	-DHISHI_VERSION='"$(VERSION)"' -DDATA_FOLDER='"$(PREFIX)/share/hishi"'
# No fused multiply-add: sums come out the same on every machine.
CFLAGS += -std=gnu17 -g $(WARNINGS) -ffp-contract=off -pthread $(FLAGS.$(MODE))
LDLIBS += $(GNULIB)/gllib/libgnu.a -larchive -ldivsufsort -lseccomp -lzstd -lm -pthread

FLAGS.fast := -O3 -DNDEBUG
# What is installed may be fed files by strangers: bounds are checked where that is
# cheap, and what is linked is bound at the start and read-only from then on.
HARDENED := -D_FORTIFY_SOURCE=2 -fstack-protector -fPIE -pie -Wl,-z,relro,-z,now
FLAGS.lto := -O3 -DNDEBUG -flto=auto -w $(HARDENED)
FLAGS.debug := -O2 -DBOARD_CHECK
FLAGS.asan := -O1 -fno-omit-frame-pointer -fsanitize=address,undefined \
	-fno-sanitize-recover=all
# The judge's products are kept in registers: test_shapes_classes takes 8 s instead of 16.
build/asan/obj/patterns/judge/judge_layers%.o: CFLAGS += -O2
FLAGS.tsan := -O2 -fsanitize=thread
FLAGS.clang := -O2 -DBOARD_CHECK
FLAGS.fuzz := -O1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
CC.clang := clang
CC.fuzz := clang
COMPILE := $(or $(CC.$(MODE)),$(CC))

Q := $(if $(V),,@)
tell = $(if $(V),,@echo '  $(1)')

SOURCES := $(foreach room,$(ROOMS),$(wildcard $(room)/*.c))
LIBRARY := $(patsubst %.c,$(B)/obj/%.o,$(filter-out tools/main.c,$(SOURCES)))
TESTS := $(filter-out $(EXCEPT:%=$(B)/tests/%), \
	$(patsubst tests/%.c,$(B)/tests/%,$(foreach room,$(TEST_ROOMS),$(wildcard $(room)/test_*.c))))
# What several tests share.
HELPERS := $(patsubst %.c,$(B)/obj/%.o,$(wildcard tests/support/*.c))
FUZZERS := $(patsubst tests/fuzz/%.c,build/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))
HEADERS := $(foreach room,$(ROOMS),$(wildcard $(room)/*.h))

all: needs-play
	@$(MAKE) --no-print-directory $(B)/hishi

# What is built on the way is told on stderr: stdout may belong to GTP.
play: needs-play
	@$(MAKE) --no-print-directory $(B)/hishi >&2
	@if [ -t 0 ]; then exec $(B)/hishi play; else exec $(B)/hishi gtp; fi

needs-play:
	@{ $(call install_needs,$(PLAY_NEEDS)); } >&2

needs-deb: needs-play
	@{ $(call install_needs,$(DEB_NEEDS)); } >&2

needs-check: needs-play
	@{ $(call install_needs,$(CHECK_NEEDS)); } >&2

# gnulib: the modules we use, configured once, never copied into the project.
GNULIB_MODULES := argp c-ctype c-strcase clean-temp clean-temp-simple closeout \
	crypto/sha256-buffer error progname supersede xalloc
# Made anew when this list has changed.
GNULIB_MADE_OF = $(strip $(file <$(GNULIB)/modules))

$(GNULIB)/gllib/libgnu.a: $(if $(filter-out $(GNULIB_MADE_OF),$(GNULIB_MODULES)),FORCE)
	@mkdir -p build
	$(call tell,GNULIB $(GNULIB_MODULES))
	$(Q)rm -rf $(GNULIB) && gnulib-tool --create-testdir --single-configure --without-tests \
		--dir=$(GNULIB) $(GNULIB_MODULES) >build/gnulib.log 2>&1
	$(Q)cd $(GNULIB) && ./configure -q CFLAGS=-O2 >>../gnulib.log 2>&1
	$(Q)$(MAKE) -C $(GNULIB) >>build/gnulib.log 2>&1
	@echo $(GNULIB_MODULES) >$(GNULIB)/modules

$(B)/obj/%.o: %.c | $(GNULIB)/gllib/libgnu.a
	@mkdir -p $(@D)
	$(call tell,CC $@)
	$(Q)$(COMPILE) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

$(B)/hishi: $(LIBRARY) $(B)/obj/tools/main.o
	$(call tell,LINK $@)
	$(Q)$(COMPILE) $(CFLAGS) -o $@ $^ $(LDLIBS)

# Of all that may be tested, each test takes what it needs.
$(B)/tested.a: $(HELPERS) $(LIBRARY)
	$(call tell,AR $@)
	$(Q)rm -f $@ && ar qcsT $@ $^

$(B)/tests/%: tests/%.c $(B)/tested.a
	@mkdir -p $(@D)
	$(call tell,TEST $@)
	$(Q)$(COMPILE) $(CPPFLAGS) $(CFLAGS) -MMD -MP -MF $@.d -o $@ $< $(B)/tested.a -lcmocka $(LDLIBS)

-include $(LIBRARY:.o=.d) $(HELPERS:.o=.d) $(B)/obj/tools/main.d $(TESTS:=.d)

# ---------------------------------------------------------------- tests
# check runs what CI runs; each line below can be run alone.  The tests run twice: as
# gcc builds them under sanitizers, and as clang optimises them, with every assertion
# and the whole board checked after every move; those of threads a third time.

# What runs threads of its own: the search, and those who ask it and interrupt it.
THREADED := engine/test_search engine/test_search_asking engine/test_player \
	gtp/test_gtp gtp/test_input gtp/test_analysis gtp/test_cycles

# What asks shipped files whether they are true, by code that other tests ask: once will do.
OF_FILES := patterns/test_citations

# What takes long and keeps one core busy has something else beside it.
check: needs-check
	@$(MAKE) --no-print-directory --output-sync=recurse check-texts
	@$(MAKE) --no-print-directory check-program
	@$(MAKE) --no-print-directory MODE=asan run-tests EXCEPT='$(OF_FILES)'
	@$(MAKE) --no-print-directory MODE=clang run-tests
	@$(MAKE) --no-print-directory MODE=tsan run-tests TESTS='$(THREADED:%=build/tsan/tests/%)'
	@$(MAKE) --no-print-directory --output-sync=recurse check-uses
	@echo "make check: all is well"

check-texts: $(GNULIB)/gllib/libgnu.a cppcheck format-check layers sizes

check-program: build/hishi headers build/shim.so

check-uses: check-fuzz check-faults check-packages client signature reference

check-fuzz:
	@$(MAKE) --no-print-directory fuzz FUZZ_SECONDS=2

check-faults:
	@$(MAKE) --no-print-directory MODE=clang faults

check-packages:
	@$(MAKE) --no-print-directory installed
	@$(MAKE) --no-print-directory packaged

# The long half, before a release and when its room has changed: the slow tests, with
# gcc's optimiser too, every test for races, and the fuzzers for minutes.
check-all: check
	@HISHI_SLOW=1 $(MAKE) --no-print-directory MODE=debug run-tests
	@$(MAKE) --no-print-directory MODE=tsan run-tests
	@$(MAKE) --no-print-directory MODE=clang faults FAULT_EACH=1000000 FAULT_KILLS=100
	@$(MAKE) --no-print-directory fuzz FUZZ_SECONDS=600
	@$(MAKE) --no-print-directory soak
	@echo "make check-all: all is well"

# These first, so that no core is idle in the end.
LONGEST := $(addprefix $(B)/tests/,gtp/test_gtp gtp/test_analysis tools/test_learn_views player/test_explain \
	patterns/test_citations tools/test_self_game gtp/test_cycles tools/test_book patterns/test_shapes_classes)

# Every unit test of this MODE, one more at a time than there are cores, as some
# only wait for an engine that hangs; cmocka's own closing lines are the report, and at
# the end stand the ten that took most CPU time.
run-tests: $(B)/hishi $(TESTS)
	@rm -f $(TESTS:=.time)
	@printf '%s\n' $(filter $(LONGEST),$(TESTS)) $(filter-out $(LONGEST),$(TESTS)) | HISHI=$(abspath $(B)/hishi) xargs -P "$$(($$(nproc) + 1))" -I TEST \
		sh -c 'TEST >TEST.log 2>&1; code=$$?; times >TEST.time; cat TEST.log; exit $$code' || \
		{ echo "some tests failed ($(MODE))"; exit 1; }
	@awk -f tests/times.awk $(TESTS:=.time)

# gtp/README.md lists the commands as the program does.
reference: build/hishi
	@build/hishi gtp --commands >build/commands.md
	@sed -n '/^<!-- commands -->$$/,/^<!-- end of commands -->$$/p' gtp/README.md | \
		sed '1d;$$d' | diff - build/commands.md || { \
		echo 'gtp/README.md and hishi gtp --commands differ: make gtp/README.md'; exit 1; }

gtp/README.md: build/hishi
	@build/hishi gtp --commands >build/commands.md
	@sed -i -e '/^<!-- commands -->$$/,/^<!-- end of commands -->$$/{//!d}' \
		-e '/^<!-- commands -->$$/r build/commands.md' gtp/README.md

# A client in real use, the GTP library of Sabaki, plays and analyses with what was just
# built; its engine syncer goes through games, if its source can be had (tests/README.md);
# two of it play on a little server of our own, as on CGOS; and every entry of GoGui's menu
# is read by GoGui's rules.
client: needs-check build/hishi build/client/fetched
	@for client in sabaki analysis syncer cgos gogui; do \
		NODE_PATH=build/client/fetched timeout 180 \
			node tests/client/$$client.js build/hishi || exit 1; done

# Debian's modules are found where the script stands, as by a link they are beside it.
build/client/fetched: tests/client/fetch.mjs tests/client/package-lock.json
	@rm -rf $(@D) && mkdir -p $(@D) && cp $^ $(@D) && \
		ln -s /usr/share/nodejs $(@D)/node_modules
	$(call tell,FETCH $@)
	$(Q)cd $(@D) && timeout 300 node --preserve-symlinks --preserve-symlinks-main \
		fetch.mjs package-lock.json fetching
	@mv $(@D)/fetching $@

# The bench plays fixed positions with a fixed seed: a changed number is a
# changed behaviour, and the commit that changes it says so.
signature: build/hishi
	@now=$$(build/hishi bench --signature); was=$$(cat tests/signature); \
	[ "$$now" = "$$was" ] || { \
		echo "bench signature is $$now, but tests/signature has $$was"; exit 1; }

# What would be installed finds its data, plays the same, and is gone when it is
# uninstalled.
STAGE := $(abspath build/stage)

installed:
	@rm -rf $(STAGE)
	@$(MAKE) --no-print-directory DESTDIR=$(STAGE) install >build/install.log 2>&1 || \
		{ cat build/install.log; exit 1; }
	@cd / && hishi=$(STAGE)$(PREFIX)/bin/hishi; \
	said=$$($$hishi gtp </dev/null 2>&1); now=$$($$hishi bench --signature); \
	[ "$$said" = "Hishi $(VERSION): GTP ready" ] || { echo "installed: $$said"; exit 1; }; \
	[ "$$now" = "$$(cat $(CURDIR)/tests/signature)" ] || \
		{ echo "installed: bench signature is $$now"; exit 1; }
	@touch $(STAGE)$(PREFIX)/share/hishi/mine.hishi
	@$(MAKE) --no-print-directory DESTDIR=$(STAGE) uninstall >>build/install.log
	@[ "$$(find $(STAGE) ! -type d)" = $(STAGE)$(PREFIX)/share/hishi/mine.hishi ] || \
		{ echo "uninstall has left these, or taken what is not ours"; \
		find $(STAGE) ! -type d; exit 1; }

asan tsan: needs-check
	@$(MAKE) --no-print-directory MODE=$@ run-tests

# Each fuzzer for FUZZ_SECONDS, from the seeds in tests/data, that of learnt files from
# some learnt just now.
FUZZ_SECONDS ?= 60
fuzz: needs-check
	@$(MAKE) --no-print-directory MODE=fuzz fuzzers
	@$(MAKE) --no-print-directory MODE=fast build/fuzz/seeds/fuzz_learnt
	@for fuzzer in $(FUZZERS); do \
		name=$$(basename $$fuzzer); seeds=; mkdir -p $$fuzzer.corpus; \
		for folder in tests/data/$$name build/fuzz/seeds/$$name; do \
			[ ! -d $$folder ] || seeds="$$seeds $$folder"; done; \
		tests/tried.sh "inputs of \`$$name\` (\`make fuzz\`)" $$fuzzer -print_final_stats=1 \
			-max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=4096 \
			-artifact_prefix=$$fuzzer- $$fuzzer.corpus $$seeds || exit 1; \
	done

build/fuzz/seeds/fuzz_learnt: build/hishi build/faults build/shim.so
	$(call tell,SEEDS $@)
	$(Q)rm -rf $@ && mkdir -p $@
	$(Q)build/faults $(abspath build/hishi) $(abspath build/shim.so) --seeds $(abspath $@)

fuzzers: $(FUZZERS)

# What they fuzz: everything but the tools.
FUZZED := $(filter-out $(B)/obj/tools/%,$(LIBRARY))

build/fuzz/fuzz_%: tests/fuzz/fuzz_%.c $(FUZZED)
	$(call tell,FUZZER $@)
	$(Q)$(COMPILE) $(CPPFLAGS) $(CFLAGS) -fsanitize=fuzzer -o $@ $< $(FUZZED) $(LDLIBS)

# Every call that can fail is made to fail, in commands on tiny games, and the commands
# are killed: FAULT_EACH calls of each kind in each command, FAULT_KILLS kills.
FAULT_EACH ?= 8
FAULT_KILLS ?= 4
faults: $(B)/hishi $(B)/faults build/shim.so
	@$(B)/faults $(abspath $(B)/hishi) $(abspath build/shim.so) --each $(FAULT_EACH) --kills $(FAULT_KILLS)

build/shim.so: tests/faults/shim.c tests/faults/shim.h
	$(call tell,SHIM $@)
	$(Q)gcc -std=gnu17 -D_GNU_SOURCE -O1 $(WARNINGS) -shared -fPIC -o $@ $<

$(B)/faults: tests/faults/faults.c tests/faults/stage.c $(B)/tested.a
	$(call tell,FAULTS $@)
	$(Q)$(COMPILE) $(CPPFLAGS) $(CFLAGS) -o $@ $^ -lcmocka $(LDLIBS)

# Games of all kinds to see what breaks, others each time.
SOAK_GAMES ?= 300
soak: build/hishi
	@tests/tried.sh 'games of all kinds (`make soak`)' \
		build/hishi match --soak -q -n $(SOAK_GAMES) --seed $$(date +%s)

# What all of these tried, how often, and what they found, they add to a file; `make
# tried' adds that to the table in tests/README.md.
export HISHI_TRIED := $(abspath build/tried)
tried:
	@touch $(HISHI_TRIED)
	@awk -f tests/tried.awk tests/README.md $(HISHI_TRIED) >build/tried.md
	@cp build/tried.md tests/README.md
	@cat $(HISHI_TRIED) >>$(HISHI_TRIED).told && rm $(HISHI_TRIED)

cppcheck:
	@mkdir -p build/cppcheck
	@cppcheck -q --std=c11 --error-exitcode=1 --inline-suppr -j2 \
		--cppcheck-build-dir=build/cppcheck --enable=warning,performance,portability \
		--suppress=missingInclude --suppress=missingIncludeSystem \
		-I. $(CPPCHECK_FLAGS) $(ROOMS)

FORMATTED := $(foreach room,$(ROOMS) $(TEST_ROOMS) tests/support tests/fuzz tests/faults,$(wildcard $(room)/*.c $(room)/*.h))

format:
	clang-format -i $(FORMATTED)

format-check:
	@clang-format --dry-run --Werror $(FORMATTED)

# Includes point downward only, and a library neither prints nor exits.
GO := engine/base engine/go
ENGINE := $(GO) engine/records engine/reading engine/search
KNOWLEDGE := $(ENGINE) patterns/shapes patterns/cases patterns/model patterns/playouts \
	patterns/judge patterns/style books/sequences books/joseki books/opening
MAY.engine/base := engine/base
MAY.engine/go := $(GO)
MAY.engine/records := $(GO) engine/records
MAY.engine/reading := $(GO) engine/reading
MAY.engine/search := $(GO) engine/reading engine/search
MAY.patterns/shapes := $(ENGINE) patterns/shapes
MAY.patterns/cases := $(ENGINE) patterns/shapes patterns/cases
MAY.patterns/model := $(ENGINE) patterns/shapes patterns/model
MAY.patterns/playouts := $(ENGINE) patterns/shapes patterns/playouts
MAY.patterns/judge := $(ENGINE) patterns/shapes patterns/judge
MAY.patterns/style := $(ENGINE) patterns/shapes patterns/model patterns/style
MAY.patterns/learning := $(ENGINE) patterns/shapes patterns/model patterns/playouts \
	patterns/judge patterns/learning
MAY.patterns/stylelearning := $(ENGINE) patterns/shapes patterns/model patterns/style \
	patterns/stylelearning
MAY.patterns/caselearning := $(ENGINE) patterns/shapes patterns/cases \
	patterns/learning patterns/caselearning
MAY.books/sequences := $(ENGINE) books/sequences
MAY.books/joseki := $(ENGINE) books/sequences books/joseki
MAY.books/opening := $(ENGINE) books/opening
MAY.books/duel := $(ENGINE) books/opening books/duel
MAY.player := $(KNOWLEDGE) player
MAY.gtp := $(KNOWLEDGE) player gtp
COMMON := $(KNOWLEDGE) patterns/learning patterns/caselearning patterns/stylelearning player gtp tools
MAY.tools := $(COMMON)
MAY.tools/play := $(COMMON) tools/play
MAY.tools/match := $(ENGINE) player tools tools/match
MAY.tools/soak := $(ENGINE) tools tools/match tools/soak
MAY.tools/records := $(COMMON) tools/records
MAY.tools/book := $(COMMON) books/duel tools/book
MAY.tools/learn := $(COMMON) tools/learn
MAY.tools/bench := $(COMMON) tools/bench
MAY.tools/judged := $(COMMON) tools/judged
MAY.tools/selfplay := $(COMMON) tools/judged tools/selfplay
MAY.tools/report := $(COMMON) books/duel tools/match tools/records tools/book tools/bench tools/judged \
	tools/report
LIBRARIES := $(filter engine/% patterns/% books/% player,$(ROOMS))
space := $(subst ,, )

layers:
	@ok=true; \
	$(foreach room,$(ROOMS),if grep -nE '#include "' $(wildcard $(room)/*.[ch]) /dev/null | \
		grep -vE '#include "($(subst $(space),|,$(strip $(MAY.$(room)))))/[^/]*"'; then \
			echo "$(room)/ may include $(MAY.$(room)) only"; ok=false; fi;) \
	if grep -nE '\b(printf|puts|putchar|exit|abort) ?\(|\bstdout\b|<argp\.h>' \
		$(foreach room,$(LIBRARIES),$(wildcard $(room)/*.[ch])) /dev/null; then \
		echo "a library neither prints nor exits"; ok=false; fi; \
	if grep -nE '\b(strcpy|strcat|sprintf|vsprintf|strtok|atoi|atof|gets) ?\(' \
		$(SOURCES) $(HEADERS) /dev/null; then \
		echo "banned: no bounds or no errors"; ok=false; fi; \
	$$ok

# Every header can be read, and compiled, on its own; and all of them together, so
# that a struct of one name is one thing in the whole project.
headers: $(GNULIB)/gllib/libgnu.a
	@compile() { $(CC) $(CPPFLAGS) -std=gnu17 $(WARNINGS) -fsyntax-only -x c -; }; \
	for header in $(HEADERS); do \
		printf '#include <config.h>\n#include "%s"\n' $$header | compile || exit 1; done; \
	{ printf '#include <config.h>\n'; printf '#include "%s"\n' $(HEADERS); } | compile

# No function, file or folder too long for a reader, and no struct, union or enum that
# shares its tag with another one, in a header or not.
sizes:
	@awk -f tests/sizes.awk $(wildcard $(addsuffix /*.*,$(ROOMS) $(TEST_ROOMS) tests/support tests/fuzz tests/faults))
	@twice=$$(grep -hoE '^(struct|union|enum) \w+( \{|$$)' $(wildcard $(addsuffix /*.[ch],$(ROOMS))) | \
		awk '{ print $$2 }' | sort | uniq -d); \
	[ -z "$$twice" ] || { echo "these tags mean two things:" $$twice; exit 1; }

bench: all
	build/hishi bench

# ---------------------------------------------------------------- installing

# The installed program is optimised as a whole, but not by profile, which makes
# branches of what the board does without: playouts are 7 % slower with it.
release: needs-play
	@$(MAKE) --no-print-directory MODE=lto build/lto/hishi

DATA := $(wildcard engine/*/*.hishi patterns/*/*.hishi books/*/*.hishi books/*/*/*.hishi)

# Where things go, below PREFIX.
HOME_OF.data := share/hishi
HOME_OF.man := share/man/man1
HOME_OF.bash := share/bash-completion/completions
HOME_OF.zsh := share/zsh/site-functions
TO = $(DESTDIR)$(PREFIX)
# What was put there, a path below PREFIX in each line: what uninstall takes away.
INSTALLED := $(HOME_OF.data)/installed

# A manual page for each tool and everything below it, as the program tells them.
manual: release
	@rm -rf build/man && mkdir -p build/man
	$(call tell,MANUAL build/man)
	@hishi=build/lto/hishi; tools() { $$hishi "$$@" --options | grep -v -e '^-'; }; \
	page() { $$hishi "$$@" --man >"build/man/$$(IFS=-; echo "hishi$${*:+-$$*}").1"; }; \
	page && for tool in $$(tools); do \
		page $$tool && for below in $$(tools $$tool); do page $$tool $$below || exit 1; done; \
	done

install: release manual
	install -d $(TO)/bin $(TO)/$(HOME_OF.data) $(TO)/$(HOME_OF.man) \
		$(TO)/$(HOME_OF.bash) $(TO)/$(HOME_OF.zsh)
	install -s -m 755 build/lto/hishi $(TO)/bin/hishi
	$(if $(DATA),install -m 644 $(DATA) $(TO)/$(HOME_OF.data)/)
	install -m 644 build/man/*.1 $(TO)/$(HOME_OF.man)/
	install -m 644 tools/packaging/hishi.bash $(TO)/$(HOME_OF.bash)/hishi
	install -m 644 tools/packaging/_hishi $(TO)/$(HOME_OF.zsh)/_hishi
	@{ cat $(TO)/$(INSTALLED) 2>/dev/null; echo bin/hishi; printf '%s\n' $(addprefix $(HOME_OF.data)/,$(notdir $(DATA))); \
	(cd build/man && printf '$(HOME_OF.man)/%s\n' *.1); \
	echo $(HOME_OF.bash)/hishi; echo $(HOME_OF.zsh)/_hishi; echo $(INSTALLED); \
	} | sort -u >build/installed
	install -m 644 build/installed $(TO)/$(INSTALLED)

# Files that somebody else has put beside ours stay, and so does their folder.
uninstall:
	@[ -f $(TO)/$(INSTALLED) ] || { echo "nothing of Hishi's is installed in $(TO)"; exit 1; }
	while read -r file; do rm -f "$(TO)/$$file" || exit 1; done <$(TO)/$(INSTALLED)
	rmdir --ignore-fail-on-non-empty $(TO)/$(HOME_OF.data)

# Debian packages of what is installed, in build/deb: hishi, and its data as hishi-data.
DEB := build/deb

deb: needs-deb
	@rm -rf build/deb-stage
	@$(MAKE) --no-print-directory DESTDIR=$(abspath build/deb-stage) PREFIX=/usr \
		HOME_OF.zsh=share/zsh/vendor-completions install >build/deb.log 2>&1 || \
		{ cat build/deb.log; exit 1; }
	@tools/packaging/deb.sh $(VERSION) build/deb-stage $(abspath $(DEB))

# They are tried where nothing else is, which takes root.
packaged:
	@if [ "$$(id -u)" != 0 ]; then \
		echo "Debian packages are not made and tried here: that takes root"; exit 0; fi; \
	$(MAKE) --no-print-directory deb && \
		tools/packaging/check.sh $(abspath $(DEB)) "$$(cat tests/signature)"

dist:
	@mkdir -p build
	git archive --prefix=hishi-$(VERSION)/ -o build/hishi-$(VERSION).tar.gz HEAD
	@echo build/hishi-$(VERSION).tar.gz

clean:
	rm -rf build

help:
	@echo 'make play        install what is missing, build, play (GTP if stdin is no terminal)'
	@echo 'make check       install what is missing, build, run every test'
	@echo 'make check-all   the same, and what takes hours'
	@echo 'make all         build/hishi only'
	@echo 'make cases       which test holds which case of the conformance list for GTP'
	@echo 'make bench       signature and speeds'
	@echo 'make asan tsan   the unit tests under sanitizers'
	@echo 'make fuzz        the fuzzers, FUZZ_SECONDS=60 each'
	@echo 'make faults      calls failed in turn in commands on tiny games, and kills'
	@echo 'make soak        SOAK_GAMES=300 games of all kinds, to see what breaks'
	@echo 'make tried       adds what these tried to the table in tests/README.md'
	@echo 'make format      clang-format everything; layers, headers, cppcheck: see check'
	@echo 'make install     PREFIX=$(PREFIX), DESTDIR= honoured; uninstall takes it away'
	@echo 'make deb         Debian packages in build/deb; packaged tries them in a clean Debian'
	@echo 'make dist        a source archive of HEAD'
	@echo 'make clean       remove build/'
	@echo 'NO_INSTALL=1     only name missing Debian packages, and fail'

# The conformance list for GTP, case by case: which remark in which test holds it.
cases:
	@grep -noE 'Case [0-9]+[:,] .*' tests/gtp/*.gtp tests/*/*.c | \
		sed -E 's|^([^:]*:[0-9]*):Case ([0-9]+)[:,] (.*)|\2\t\1\t\3|; s|  \*/||' | sort -n

FORCE:

.PHONY: FORCE check-texts check-program check-uses check-fuzz check-faults check-packages manual deb packaged needs-deb all play check check-all cases needs-play needs-check run-tests client signature reference installed gtp/README.md asan tsan fuzz fuzzers faults soak tried cppcheck sizes \
	format format-check layers headers bench release install uninstall dist clean help
.DELETE_ON_ERROR:
.SECONDARY:
